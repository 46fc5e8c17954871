import { place } from './content/place'

/** For the operator; null if the database counts days in the studio's zone. */
export function describeZones(database: string): string | null {
  if (database === place.zone) return null
  return `The database counts days in ${database}, the site in ${place.zone}. Change one of them: docs/making-it-yours.md, “The zone”.`
}
