/** The accounts of tests: an admin, and a member without the admin role. */
export const people = {
  admin: { email: 'admin@studio.test', password: 'kelp-forest-at-low-tide' },
  member: { email: 'member@studio.test', password: 'greywacke-after-rain' },
}
