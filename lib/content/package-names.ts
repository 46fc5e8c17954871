/**
 * The packages: the id in URLs, forms and the database, and the name on pages. It is a file of its own, so
 * that the forms' scripts contain nothing else of the packages.
 */
export const packageNames = { starter: 'Starter', growth: 'Growth', scale: 'Scale' } as const
export type PackageId = keyof typeof packageNames
