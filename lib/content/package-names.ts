/**
 * The packages: `id: name`. URLs, forms and the database use the id, pages the name. A file of its own, so
 * that the browser scripts of forms contain no other text about packages.
 */
export const packageNames = { starter: 'Starter', growth: 'Growth', scale: 'Scale' } as const
export type PackageId = keyof typeof packageNames
