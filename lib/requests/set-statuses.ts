import 'server-only'
import { toInstant } from '../dates'
import type { AdminClient } from '../supabase/auth'
import { EXCLUSION_VIOLATION, resultUnknown } from '../supabase/errors'
import { type ChangedRequest, findOwnChange, listChangesSince } from './one-request'
import { ERASED_EMAIL, type Status } from '../statuses'
import type { StatusChange } from './schema'

const MAY_BE_SAVED = 'The response was lost, so it may be saved. The list shows how it stands.'
const CHANGED_MEANWHILE = 'It was changed meanwhile. The list now shows its latest status.'

interface FailedChange {
  id: string
  name: string
  reason: string
  cause?: unknown
  changed?: ChangedRequest
}

/** `begun` are calls that have begun: the site mails nobody about them. */
interface StatusesSet {
  failed: FailedChange[]
  erased: Set<string>
  begun: Set<string>
  revisions: Map<string, number>
}

/** `alone`: fails after any change of somebody else, not only of the request's state. */
export async function setStatuses(
  supabase: AdminClient,
  table: 'bookings' | 'inquiries',
  changes: StatusChange[],
  { alone = false } = {},
): Promise<StatusesSet> {
  const erased = new Set<string>()
  const begun = new Set<string>()
  const revisions = new Map<string, number>()
  const setOne = async (change: StatusChange, isRetry = false): Promise<FailedChange[]> => {
    const { id, name, seenStatus, status, revision } = change
    const failed = (reason: string, cause?: unknown) => [{ id, name, reason, cause }]
    const seen = { id, status: seenStatus, revision }
    const { data, error } =
      table === 'bookings'
        ? await supabase
            .from(table)
            .update({ status, ...cancelTexts(change) })
            .match(seen)
            .select('email, revision, period')
        : await supabase.from(table).update({ status }).match(seen).select('email, revision')
    if (error?.code === EXCLUSION_VIOLATION) return failed('Another booking has taken its time.')
    if (error?.message === 'person_erased') return failed('The person was erased.')
    if (error) return failed(resultUnknown(error) ? MAY_BE_SAVED : 'It could not be saved.', error)
    const [row] = data
    if (row) {
      if (row.email === ERASED_EMAIL) erased.add(id)
      if ('period' in row && hasBegun(row.period)) begun.add(id)
      revisions.set(id, row.revision)
      return []
    }
    const others = await listChangesSince(id, revision, !alone)
    const { data: now } = await supabase.from(table).select('status, revision').eq('id', id).maybeSingle()
    // Nobody else made a change that people see, so this tries again with the newer revision.
    if (others.length === 0 && now?.status === seenStatus && !isRetry)
      return setOne({ ...change, revision: now.revision }, true)
    // An earlier press of the button changed the status, but its response was lost.
    if (others.length === 0 && now?.status === status) {
      const mine = await findOwnChange(id, revision, status)
      if (mine !== null) revisions.set(id, mine)
      return []
    }
    if (others.length === 0 || !now) return failed(CHANGED_MEANWHILE)
    const changed = { events: others, revision: now.revision, status: now.status as Status }
    return [{ id, name, reason: CHANGED_MEANWHILE, changed }]
  }
  const failed = await Promise.all(changes.map((change) => setOne(change)))
  return { failed: failed.flat(), erased, begun, revisions }
}

/** A period is '["2026-12-01 09:00:00","2026-12-01 09:30:00")'. */
function hasBegun(period: unknown): boolean {
  const [, date, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(String(period)) ?? []
  return date !== undefined && time !== undefined && toInstant(date, time).getTime() <= Date.now()
}

function cancelTexts({ seenStatus, status, ...change }: StatusChange) {
  if (status !== 'cancelled' || seenStatus === 'cancelled') return {}
  const message = 'cancel_message' in change ? change.cancel_message : undefined
  return { cancel_reason: null, cancel_message: message ?? null }
}
