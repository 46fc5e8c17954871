import 'server-only'
import { cache } from 'react'
import { z } from 'zod'
import { hasLink } from '../booking/token'
import { sessionClient } from '../supabase/server'
import { mailIsOn } from '../mail/config'

/** `wording` is the location on one line, null until confirmed; `location` is null for the usual one. */
export const callState = z.object({
  status: z.string(),
  date: z.iso.date(),
  start_time: z.iso.time({ precision: -1 }),
  end_time: z.iso.time({ precision: -1 }),
  location: z.string().nullable(),
  wording: z.string().nullable(),
})
type CallState = z.infer<typeof callState>

/** `was` is the earlier time of a call that `moved`; its location changed from `before` to `now`. */
export interface UntoldCall {
  id: string
  name: string
  email: string
  phone: string | null
  date: string
  start_time: string
  end_time?: string
  change: 'first' | 'cancelled' | 'moved' | 'restored' | 'confirmed' | 'unconfirmed' | 'location'
  was?: { date: string; start_time: string; end_time?: string }
  now: string | null
  before: string | null
  cancel_message: string | null
  /** An admin can copy the link of the booking's own page. */
  hasLink: boolean
  state: CallState
  revision: number
}

/** As the list showed it: once the admin has told the visitor, the visitor knows this state. */
export type SeenCall = Pick<UntoldCall, 'id' | 'name' | 'state'>

export const untoldRows = z.array(
  z.object({
    ...{ id: z.string(), name: z.string(), email: z.string(), phone: z.string().nullable() },
    ...{ date: z.string(), start_time: z.string(), end_time: z.string(), revision: z.number() },
    cancel_message: z.string().nullable(),
    state: callState,
    known: callState.nullable(),
    /** `private.difference` in the database. */
    difference: z.array(z.string()),
    waits: z.boolean(),
  }),
)
type UntoldRow = z.infer<typeof untoldRows>[number]

/** Includes calls about which a mail is still to be sent. */
export const readUntold = cache(async (): Promise<UntoldRow[]> => {
  const { data } = await (await sessionClient()).rpc('get_calls_to_tell').throwOnError()
  return untoldRows.parse(data)
})

/** Earliest first, without those about whom a mail waits. Throws the database server's error. */
export async function listUntold(): Promise<UntoldCall[]> {
  return selectUntold(await readUntold())
}

export function selectUntold(rows: UntoldRow[]): UntoldCall[] {
  const isSent = mailIsOn()
  return rows.filter(({ waits }) => !(waits && isSent)).map(toUntoldCall)
}

function toUntoldCall(row: UntoldRow): UntoldCall {
  const { id, name, email, phone, date, start_time, end_time, cancel_message, state, revision } = row
  const { known, difference } = row
  const isMoved = known && difference.includes('time')
  const isResized = isMoved && known.date === state.date && known.start_time === state.start_time
  return {
    ...{ id, name, email, phone, date, start_time, cancel_message, state, revision },
    change: changeOf(difference, state),
    was: isMoved
      ? { date: known.date, start_time: known.start_time, ...(isResized && { end_time: known.end_time }) }
      : undefined,
    ...(isResized && { end_time }),
    now: state.wording,
    before: known?.wording ?? null,
    hasLink: hasLink({ date, end_time }),
  }
}

/** The most important one: a cancelled call's new location, for example, is not. */
function changeOf(difference: string[], { status }: CallState): UntoldCall['change'] {
  if (difference.includes('first')) return 'first'
  if (difference.includes('cancelled')) return 'cancelled'
  if (difference.includes('time')) return 'moved'
  if (difference.includes('restored')) return 'restored'
  if (difference.includes('status')) return status === 'confirmed' ? 'confirmed' : 'unconfirmed'
  return 'location'
}
