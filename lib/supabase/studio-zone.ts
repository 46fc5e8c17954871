import 'server-only'
import { describeZones } from '../describe-zones'
import { visitorClient } from './server'

/** Describes the problem if the database has another time zone than the site. Throws if it cannot be reached. */
export async function findZoneProblem(): Promise<string | null> {
  const { data, error } = await visitorClient().rpc('get_studio_zone')
  if (error) throw error
  return describeZones(data)
}
