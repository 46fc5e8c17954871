import 'server-only'
import { locationText } from '../booking/call-location'
import { toInstant } from '../dates'
import { siteSecret } from '../env'
import { sessionClient } from '../supabase/server'
import { readMail } from './config'
import { listToldOtherwise } from './queries'

/**
 * A call whose visitor does not know how it stands. `change` is what they should learn: it is
 * cancelled, it has another time than `was`, its date was `closed` over it, or it happens `now`
 * elsewhere than `told`.
 */
export interface UntoldCall {
  id: string
  name: string
  email: string
  phone: string | null
  date: string
  start_time: string
  change: 'cancelled' | 'moved' | 'closed' | 'location'
  was?: { date: string; start_time: string }
  /** Where it happens now; null until it is confirmed. */
  now: string | null
  /** Where they were told that it happens. */
  told?: string
  cancel_message: string | null
  /** Whether there is a link to their booking. */
  hasLink: boolean
}

interface Row extends Omit<UntoldCall, 'change' | 'was' | 'now' | 'told' | 'hasLink'> {
  end_time: string
  status: string
  location: string | null
  known: { status: string; date: string; start_time: string; location: string | null }
  is_closed: boolean
  waits: boolean
}

/**
 * The calls whose visitors do not know what an admin changed, or where the call happens now, and to
 * whom no mail about it is on its way. The earliest first. Throws the server's error.
 */
export async function listUntold(): Promise<UntoldCall[]> {
  const supabase = await sessionClient()
  const [{ data }, elsewhere] = await Promise.all([
    supabase.rpc('get_untold_calls').throwOnError(),
    listToldOtherwise(),
  ])
  const isSent = readMail()?.kind === 'smtp'
  const untold = (data as unknown as Row[]).filter(({ waits }) => !(waits && isSent)).map(toUntold)
  const ids = new Set((data as unknown as Row[]).map(({ id }) => id))
  const others = elsewhere.filter(({ id }) => !ids.has(id)).map(toElsewhere)
  const start = ({ date, start_time }: UntoldCall) => date + start_time
  return [...untold, ...others].toSorted((a, b) => (start(a) < start(b) ? -1 : 1))
}

function toUntold({ end_time, status, location, known, is_closed, waits: _, ...call }: Row): UntoldCall {
  const { id, phone, date, start_time } = call
  const isMoved = known.date !== date || known.start_time !== start_time
  const now = status === 'confirmed' ? locationText({ location, phone }) : null
  return {
    ...call,
    id,
    change: status === 'cancelled' ? 'cancelled' : isMoved ? 'moved' : is_closed ? 'closed' : 'location',
    was: isMoved ? { date: known.date, start_time: known.start_time } : undefined,
    told: locationText({ location: known.location, phone }),
    now,
    hasLink: hasLink(date, end_time),
  }
}

function toElsewhere({
  end_time,
  ...call
}: Awaited<ReturnType<typeof listToldOtherwise>>[number]): UntoldCall {
  return { ...call, change: 'location', cancel_message: null, hasLink: hasLink(call.date, end_time) }
}

/** By `copy_visitor_link`'s rule, and with the secret that signs it. */
function hasLink(date: string, end_time: string): boolean {
  return siteSecret() !== undefined && toInstant(date, end_time).getTime() > Date.now()
}
