/** `id: name`; URLs and the database use the id. A file of its own, because the scripts of forms contain it. */
export const packageNames = { starter: 'Starter', growth: 'Growth', scale: 'Scale' } as const
export type PackageId = keyof typeof packageNames
