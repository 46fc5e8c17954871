/** The accounts of the tests: an admin, and a signed-in member who is no admin. */
export const people = {
  admin: { email: 'admin@studio.test', password: 'kelp-forest-at-low-tide' },
  member: { email: 'member@studio.test', password: 'greywacke-after-rain' },
}
