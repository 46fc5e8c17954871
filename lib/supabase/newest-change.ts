import 'server-only'
import { sessionClient } from './server'

/**
 * A mark that is another one after each change of what the admin shows; null for anybody but an
 * admin whose session is open. Throws when the database does not respond.
 */
export async function getNewestChange(): Promise<string | null> {
  const { data } = await (await sessionClient()).rpc('get_newest_change').throwOnError()
  return data
}
