import 'server-only'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { sessionClient, visitorClient } from '../supabase/server'
import { siteKey } from '../supabase/site-key'
import { hashToken } from './token'

const feedCall = z.object({
  id: z.string(),
  /** Null after erasure. */
  name: z.string().nullable(),
  status: z.enum(['pending', 'confirmed']),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  /** Null if the studio rings the visitor. */
  location: z.string().nullable(),
  sequence: z.number(),
  changed_at: z.string(),
})
export type FeedCall = z.infer<typeof feedCall>

/**
 * 'invalid' if no admin with access has this token; 'unreachable' also for a site key that the database does not know.
 */
export async function readFeed(token: string): Promise<FeedCall[] | 'invalid' | 'unreachable'> {
  const hash = hashToken(token)
  if (!hash) return 'invalid'
  try {
    const { data, error } = await visitorClient().rpc('read_calendar_feed', {
      p_site_key: siteKey() ?? '',
      p_token_sha256: hash,
    })
    if (error) throw error
    return z.array(feedCall).nullable().parse(data) ?? 'invalid'
  } catch (error) {
    console.error('calendar: a feed could not be read.', describeError(error))
    return 'unreachable'
  }
}

const feed = z.object({ created_at: z.string(), last_read_at: z.string().nullable() }).nullable()

export type Feed = NonNullable<z.infer<typeof feed>>

export async function findOwnFeed(): Promise<Feed | null> {
  const { data } = await (await sessionClient()).rpc('get_calendar_feed').retry(false).throwOnError()
  return feed.parse(data)
}
