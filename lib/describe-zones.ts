import { place } from './content/place'

/** The sentence for the operator of a site whose database counts days in another zone; null if in the same. */
export function describeZones(database: string): string | null {
  if (database === place.zone) return null
  return `The database counts days in ${database}, the site in ${place.zone}. Change one of them: docs/making-it-yours.md, “The zone”.`
}
