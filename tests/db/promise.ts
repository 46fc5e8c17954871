/**
 * What the studio promises about calls, as a model that uses nothing of the product: who holds which minutes, who was
 * told what, and whose turn it is. Two admins (0 and 1) and three visitors (2, 3 and 4) act on calls of two days.
 */
export type Outcome = 'done' | 'taken' | 'closed' | 'changed'
/** A time is its day times ten, plus its place in SLOTS. */
type State = { status: 'pending' | 'confirmed' | 'cancelled'; time: number }
type Told = (State & { at: number }) | null
/** What the person saw before the act. */
type Seen = { entries: number; edition: number; state: State | undefined; hours: number[] | undefined }
/** With `agrees`, the time may be outside the hours, or the erasure also cancels. `undoes` is an entry's `at`. */
type Choice = { time: number; who: number; hours: number[]; agrees: boolean; undoes: number }
export type Act = Choice & { by: number; does: string; form: string; call: number; seen: Seen }
type Entry = Pick<Act, 'by' | 'does' | 'form' | 'undoes'> & {
  at: number
  before: Partial<State>
  after: Partial<State>
  state: State
  isUndone?: boolean
  /** Its mail is being sent, or was sent. */
  isOut?: boolean
  /** An admin agreed to the call on a closed day. */
  isKept?: boolean
  /** Of a proposal: its time, and the edition of the call for which it is open. */
  proposed?: number
  edition?: number
  /** Of an admin who keeps a call after a proposal: what the visitor knew. */
  asked?: Told
}
/** `edition` counts the changes of time and status. With `isOwed`, the visitor gets a mail even without news. */
type Facts = { id: number; who: number; edition: number; log: Entry[]; told: Told; isOwed: boolean }
export type Call = State & Facts & { isErased: boolean }

export const SLOTS = ['09:00 10:00', '09:30 10:30', '10:30 11:30'].map((slot) => slot.split(' '))
export const newWorld = () => ({
  ...{ now: 0, calls: [] as Call[], hours: [[0, 1, 2], [0, 1, 2]], isClosed: [false, false] }, // prettier-ignore
  flying: [] as { call: Call; said: NonNullable<Told>; acts: Entry[] }[],
})
export type World = ReturnType<typeof newWorld>

export const dayOf = (time: number) => Math.floor(time / 10)
export const slotOf = (time: number) => SLOTS[time % 10] as [string, string]
const overlap = (a: number, b: number) =>
  dayOf(a) === dayOf(b) && slotOf(a)[0] < slotOf(b)[1] && slotOf(b)[0] < slotOf(a)[1]
const isHeld = (world: World, time: number, except?: Call) =>
  world.calls.some((call) => call !== except && call.status !== 'cancelled' && overlap(call.time, time))
const isOffered = (world: World, time: number) =>
  !world.isClosed[dayOf(time)] && world.hours[dayOf(time)]?.includes(time % 10)
export const freeTimes = (world: World) =>
  [0, 1, 2, 10, 11, 12].filter((time) => isOffered(world, time) && !isHeld(world, time))

const since = (call: Call, at = 0) => call.log.filter((entry) => entry.at > at && !entry.isUndone)
export const proposalOf = (call: Call) =>
  since(call).findLast(({ does, edition }) => does === 'propose' && edition === call.edition)
const isAsked = (call: Call) => call.status !== 'cancelled' && proposalOf(call) !== undefined
const unkeeps = ({ before, after }: Entry) => 'time' in before || after.status === 'pending'
const isKept = (call: Call) =>
  since(call).some(
    ({ isKept, at }) => isKept && !since(call, at).some((entry) => unkeeps(entry) && entry.undoes < at),
  )
export function turnOf(world: World, call: Call): 'ours' | 'theirs' | 'nobody' {
  if (call.isErased || call.status === 'cancelled') return 'nobody'
  const asks = since(call).findLast(({ does, by }) => does === 'propose' || (by > 1 && does !== 'cancel'))
  if (call.status === 'pending') return asks?.does === 'propose' ? 'theirs' : 'ours'
  if (isAsked(call)) return 'theirs'
  return world.isClosed[dayOf(call.time)] && !isKept(call) ? 'ours' : 'nobody'
}

/** Writes a change into the call and its log, if nobody else holds the time. */
function change(world: World, call: Call, act: Act, to: Partial<State>, more: Partial<Entry> = {}) {
  const { by, does, form } = act
  const state = { status: call.status, time: call.time, ...to }
  const [isMoved, isSet] = [state.time !== call.time, state.status !== call.status]
  const isOn = state.status !== 'cancelled'
  if (isOn && (isMoved || call.status === 'cancelled') && isHeld(world, state.time, call)) return 'taken'
  const part = ({ status, time }: State) => ({ ...(isSet && { status }), ...(isMoved && { time }) })
  const isAgreed =
    does === 'book for' || isMoved || (call.status === 'pending' && state.status === 'confirmed')
  const isKept = does === 'keep' || (by < 2 && isOn && isAgreed && world.isClosed[dayOf(state.time)])
  const entry = { at: ++world.now, by, does, form, undoes: 0, before: part(call), after: part(state), state }
  call.log.push({ ...entry, isKept, ...more })
  if (isMoved || isSet) call.edition++
  Object.assign(call, state, by > 1 && { told: { ...state, at: world.now }, isOwed: true })
  return 'done'
}

function book(world: World, act: Act, id: number): Outcome {
  const { by, time, who } = act
  const [status, before] =
    by > 1 ? (['pending', {}] as const) : (['confirmed', { status: 'cancelled' }] as const)
  const facts: Facts = { id, who, edition: 0, log: [], told: null, isOwed: false }
  const call: Call = { ...facts, status: 'cancelled', time, isErased: false }
  const outcome = change(world, call, act, { status }, { before, after: { status, time } })
  if (outcome === 'done') world.calls.push(call)
  return outcome
}

function undo(world: World, call: Call, act: Act): Outcome {
  const entry = call.log.find(({ at }) => at === act.undoes)
  if (!entry || entry.isUndone) return entry ? 'done' : 'changed'
  const [later, isKeeping] = [since(call, entry.at), entry.does === 'keep']
  const keys = Object.keys(entry.before) as (keyof State)[]
  const isLeft = (key: keyof State) =>
    call[key] !== entry.after[key] || later.some(({ after, undoes }) => key in after && !undoes)
  const isOver = later.some(({ before, undoes }) => Object.keys(before).length > 0 && undoes < entry.at)
  const isAskedAgain =
    entry.asked !== undefined && call.log.some(({ does, at }) => does === 'propose' && at > entry.at)
  if (entry.isOut || keys.some(isLeft) || (isKeeping && isOver) || isAskedAgain) return 'changed'
  const outcome = change(world, call, act, entry.before, { undoes: entry.at })
  if (outcome !== 'done') return outcome
  entry.isUndone = true
  if (entry.asked !== undefined) Object.assign(call, { edition: call.edition + 1, told: entry.asked })
  const proposal = since(call).findLast(({ does, at }) => does === 'propose' && at < entry.at)
  if (proposal && isKeeping && (entry.asked !== undefined || keys.length > 0)) proposal.edition = call.edition
  return 'done'
}

function keep(world: World, call: Call, act: Act): Outcome {
  if (call.status === 'confirmed' && !isAsked(call) && world.isClosed[dayOf(call.time)])
    return isKept(call) ? 'done' : change(world, call, act, {})
  if (!isAsked(call)) return 'changed'
  if (call.status === 'pending') return change(world, call, act, { status: 'confirmed' })
  change(world, call, act, {}, { asked: call.told })
  const { told, edition } = call
  Object.assign(call, { edition: edition + 1, told: told && { ...told, status: 'pending', at: world.now } })
  return 'done'
}

function erase(world: World, call: Call, act: Act, cancels: boolean) {
  if (!call.isErased) change(world, call, act, cancels ? { status: 'cancelled' } : {})
  call.isErased = true
}
const statuses = { confirm: 'confirmed', cancel: 'cancelled', 'set to pending': 'pending' } as const

/** Does what a person asks for; `id` is that of a new call. */
export function perform(world: World, act: Act, id: number): Outcome {
  const { by, does, time, who, hours, agrees, seen } = act
  const [call, day, isAdmin] = [world.calls[act.call], dayOf(time), by < 2]
  const problem = () => {
    if (isAdmin && isHeld(world, time, call)) return 'taken'
    return isOffered(world, time) || (isAdmin && agrees) ? undefined : 'closed'
  }
  if (does === 'close' || does === 'open') world.isClosed[day] = does === 'close'
  else if (does === 'erase') {
    for (const each of world.calls) if (each.who === who) erase(world, each, act, agrees)
  } else if (does === 'hours') {
    if (![String(hours), String(seen.hours)].includes(String(world.hours[day]))) return 'changed'
    world.hours[day] = hours
  } else if (!call) return problem() ?? book(world, act, id)
  else if (does in statuses) {
    const status = statuses[does as keyof typeof statuses]
    const isOver = call.status === 'cancelled' || call.edition !== seen.edition
    if (isAdmin ? call.log.length !== seen.entries : call.isErased || isOver) return 'changed'
    if (call.status === status) return 'done'
    return call.isErased && status !== 'cancelled' ? 'changed' : change(world, call, act, { status })
  } else if (call.isErased) return 'changed'
  else if (does === 'undo') return undo(world, call, act)
  else if (does === 'keep') return keep(world, call, act)
  else if (does === 'erase own') erase(world, call, act, true)
  else if (does === 'propose') {
    if (call.log.slice(seen.entries).some((entry) => entry.by !== by)) return 'changed'
    return change(world, call, act, {}, { edition: call.edition, proposed: time })
  } else if (call.time !== time || call.status === 'cancelled') {
    const isSame = seen.state?.status === call.status && seen.state.time === call.time
    if (call.status === 'cancelled' || !(isAdmin ? isSame : seen.edition === call.edition)) return 'changed'
    const status = isAdmin ? call.status : proposalOf(call)?.proposed === time ? 'confirmed' : 'pending'
    return problem() ?? change(world, call, act, { time, status })
  }
  return 'done'
}

const isNews = ({ told, status, time }: Call) =>
  told ? told.status !== status || (told.time !== time && status !== 'cancelled') : status !== 'cancelled'
/** The calls whose visitors must still be told. */
export const untold = (world: World) =>
  world.calls.filter((call) => !call.isErased && !isAsked(call) && isNews(call))

/** A site begins to send a mail with this state of the call, or with the words of the act `form`. */
export function begin(world: World, call: Call, state: State, form?: string): string | undefined {
  const entry = call.log.find((each) => each.form === form)
  const isOwed = call.isOwed || isNews(call)
  const acts = entry ? [entry] : call.log.filter(({ asked, isOut }) => asked !== undefined && !isOut)
  const said = entry ? { ...entry.state, at: entry.at } : { ...state, at: ++world.now }
  world.flying.push({ call, said, acts })
  for (const act of acts) act.isOut = true
  if (call.isErased) return 'a mail after an erasure'
  call.isOwed = form !== undefined
  if (form) return entry && !entry.isUndone ? undefined : 'the words of an act that was taken back'
  if (isAsked(call)) return 'a mail announces a call for which other times are proposed'
  if (state.status !== call.status || state.time !== call.time) return 'a mail says what is not true'
  return isOwed ? undefined : 'a mail without news'
}
/** The mails in the air come to an end. */
export function land(world: World, isRead: boolean, fate: string) {
  for (const { call, said, acts } of world.flying.splice(0)) {
    if (isRead && !call.isErased && said.at > (call.told?.at ?? 0)) call.told = said
    if (fate !== 'send') call.isOwed = true
    if (fate === 'fail') for (const act of acts) act.isOut = false
  }
}
