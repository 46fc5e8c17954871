/**
 * The packages: the id used in URLs, forms and the database, and the name that people see. In a file of
 * its own, because forms need no more of them in their scripts.
 */
export const packageNames = { starter: 'Starter', growth: 'Growth', scale: 'Scale' } as const
export type PackageId = keyof typeof packageNames
