import 'server-only'
import { locationText } from '../booking/call-location'
import { hasLink } from '../manage/token'
import { sessionClient } from '../supabase/server'
import { readMail } from './config'
import { listToldOtherwise } from './queries'

/**
 * How a call stands: what the database compares with what its visitor knows. `closed` is its date if
 * that is closed over it.
 */
export type CallState = {
  status: string
  date: string
  start_time: string
  location: string | null
  closed?: string
}

/**
 * A call whose visitor does not know how it stands. `change` is what they should learn: it is
 * cancelled, it has another time than `was`, its date was `closed` over it, it stands again
 * (`restored`), or it happens `now` elsewhere than `told`.
 */
export interface UntoldCall {
  id: string
  name: string
  email: string
  phone: string | null
  date: string
  start_time: string
  change: 'cancelled' | 'moved' | 'closed' | 'restored' | 'location'
  was?: { date: string; start_time: string }
  /** Where it happens now; null until it is confirmed. */
  now: string | null
  /** Where they were told that it happens. */
  told?: string
  cancel_message: string | null
  /** Whether there is a link to their booking. */
  hasLink: boolean
  /** Absent when only the place of all calls was changed. */
  state?: CallState
  revision?: number
}

/** A call as the list showed it: what its visitor knows, once they were told. */
export type ShownCall = Pick<UntoldCall, 'id' | 'now' | 'state'>

interface Row extends Omit<UntoldCall, 'change' | 'was' | 'now' | 'told' | 'hasLink'> {
  state: CallState
  revision: number
  end_time: string
  status: string
  location: string | null
  known: CallState
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
  const changeOf = () => {
    if (status === 'cancelled') return 'cancelled'
    if (isMoved) return 'moved'
    if (is_closed) return 'closed'
    const isBack = known.status === 'cancelled' || known.closed !== call.state.closed
    return isBack ? 'restored' : 'location'
  }
  return {
    ...call,
    id,
    change: changeOf(),
    was: isMoved ? { date: known.date, start_time: known.start_time } : undefined,
    told: locationText({ location: known.location, phone }),
    now,
    hasLink: hasLink({ date, end_time }),
  }
}

function toElsewhere({
  end_time,
  ...call
}: Awaited<ReturnType<typeof listToldOtherwise>>[number]): UntoldCall {
  return {
    ...call,
    change: 'location',
    cancel_message: null,
    hasLink: hasLink({ date: call.date, end_time }),
  }
}
