import { replyNames } from '@/lib/content/replies'
import type { OfferState } from '@/lib/offers/state'
import { fittingKinds, isAhead } from '@/lib/requests/replies'
import {
  type AdminRequest,
  isErased,
  nextStatuses,
  type Outcome,
  type SettableStatus,
} from '@/lib/requests/request'
import type { ReplyKind } from '@/lib/statuses'
import type { AnswerAct } from '../../actions'
import { turnOf } from '@/lib/requests/turn'
import { verbOf } from '../../../_requests/labels'

/** `name` is the button's label; screen readers and the menu add `more` to it. `note` records an act outside the site. */
export type Verb = { name: string; more?: string } & (
  | { status: SettableStatus }
  | { outcome: Outcome }
  | { offer: true }
  | { reply: ReplyKind }
  | { note: AnswerAct }
  | { move: true }
  | { keep: true }
)

export interface Verbs {
  row: Verb[]
  /** In the groups of the menu. */
  rest: Verb[][]
  /** The action with the filled button. */
  main: Verb | undefined
  sentence: string
}

const shortNames: Partial<Record<ReplyKind, [name: string, more?: string]>> = {
  propose: ['Propose', ' other times'],
  decline: ['Decline', ' kindly'],
  after_call: ['Write after the call'],
  confirm: ['Confirm with a letter'],
}

/** `now` is in milliseconds. `mailed` is true if the site sends mails. */
export function verbsOf(
  request: AdminRequest,
  now: number,
  mailed: boolean,
  offer: OfferState | null = null,
): Verbs {
  const isToThank = turnOf(request, now)?.reason === 'accepted'
  const isAccepted = isToThank || offer === 'accepted'
  const kinds = fittingKinds(request, now).filter(
    (kind) => !(kind === 'decline' && isAccepted) && !(kind === 'propose' && isToThank),
  )
  const isCall = request.type === 'booking'
  const ahead = isAhead(request, now)
  const isOver = isCall && !ahead
  const canMove = ahead && request.status !== 'cancelled' && !isErased(request)
  const reply = (kind: ReplyKind): Verb[] => {
    const [name = replyNames[kind], more] = shortNames[kind] ?? []
    return kinds.includes(kind) ? [{ reply: kind, name, more }] : []
  }
  const status = (some: readonly SettableStatus[] = nextStatuses(request)): Verb[] =>
    nextStatuses(request)
      .filter((next) => some.includes(next))
      .map((next) =>
        next === 'cancelled'
          ? { status: next, name: 'Cancel', more: ' booking' }
          : { status: next, name: verbOf(next, request, now) },
      )
  const write = (kind: ReplyKind): Verb[] =>
    reply(kind).map((verb) => ({ ...verb, name: 'Write to them', more: '' }))
  const move: Verb[] = canMove ? [{ move: true, name: 'Move', more: ' call…' }] : []

  const isOnClosedDate = isCall && request.is_on_closed_date

  const chooseRow = (): Verb[] => {
    if (isAccepted)
      return [
        ...write('answer'),
        { offer: true, name: 'Open the offer' },
        ...(ahead ? status(['confirmed']) : []),
        ...reply('follow_up'),
        ...move,
      ]
    if (!isCall) return [...reply('follow_up'), ...reply('answer'), ...reply('propose'), ...reply('decline')]
    if (ahead)
      return [
        ...(isOnClosedDate ? reply('propose') : status(['confirmed'])),
        ...keepVerbs(request),
        ...reply('follow_up'),
        ...(isOnClosedDate ? status(['confirmed']) : reply('propose')),
        ...move,
        ...(request.status === 'pending' ? reply('decline') : status(['cancelled'])),
      ]
    if (!isMissed(request, now)) return [...reply('after_call'), ...reply('propose')]
    const isPending = request.status === 'pending'
    return [...write('propose'), ...reply('follow_up'), ...(isPending ? status(['cancelled']) : [])]
  }
  // One line at 1280 px, beside 'Confirmed' where that is shown.
  const isMarked = ahead && request.status === 'confirmed' && keepVerbs(request).length === 0
  const row = chooseRow().slice(0, 4 - Number(isMarked) - Number(isAccepted))
  const inRow = (verb: Verb) =>
    row.some((shown) =>
      'reply' in verb ? 'reply' in shown && shown.reply === verb.reply : shown.name === verb.name,
    )
  const letters = kinds.flatMap(reply)
  const isUnconfirmed = isOver && request.status === 'pending'
  const others = isUnconfirmed ? [...outcomes, ...letters] : [...letters, ...move, ...status()]
  const rest = [others, isErased(request) ? [] : noteVerbs(request, now)].map((group) =>
    group.filter((verb) => !inRow(verb)),
  )
  const shown = row.length > 0 ? row : (rest.shift() ?? [])
  const main = shown[0]
  return {
    row: shown,
    rest,
    main,
    sentence: describeMain(main, mailed, isUnconfirmed),
  }
}

/** For a call whose date is closed or for which other times were proposed. */
function keepVerbs(request: AdminRequest): Verb[] {
  if (request.type !== 'booking' || request.status !== 'confirmed') return []
  const { is_proposed, is_on_closed_date, is_kept } = request
  return is_proposed || (is_on_closed_date && !is_kept) ? [{ keep: true, name: 'Keep it' }] : []
}

/** Each confirms a call that nobody confirmed, and mails nobody. */
const outcomes: Verb[] = [
  { outcome: 'held', name: 'It took place' },
  { outcome: 'no_show', name: 'They did not come' },
]

/** As far as the site knows: never confirmed, cancelled, missed, or asked for another time. */
function isMissed(request: AdminRequest, now: number): boolean {
  if (request.type !== 'booking' || request.status !== 'confirmed' || request.outcome === 'no_show')
    return true
  const turn = turnOf(request, now)
  return turn?.whose === 'ours' && turn.reason === 'proposed'
}

/** Each records an answer outside the site, or that none is needed. */
function noteVerbs(request: AdminRequest, now: number): Verb[] {
  const turn = turnOf(request, now)
  // A confirmed call is the studio's turn only because its date is closed. An answer outside the site does not change
  // that: while the call is ahead, the studio has to keep, move or cancel it.
  const isOnClosedDate = turn?.reason === 'confirmed' && isAhead(request, now)
  if (turn?.whose !== 'ours' || isOnClosedDate) return [{ note: 'they_answered', name: 'They answered' }]
  // A pending call blocks its time for others, so it needs an answer.
  const blocksTime = request.status === 'pending' && isAhead(request, now)
  return [
    { note: 'elsewhere', name: 'I answered another way' },
    ...(blocksTime ? [] : [{ note: 'not_needed', name: 'No answer needed' } as const]),
  ]
}

function describeMain(main: Verb | undefined, mailed: boolean, isSorry: boolean): string {
  if (!main) return ''
  if ('status' in main && main.status === 'confirmed')
    return mailed
      ? 'Confirm mails them the time, where it happens, and a link to change it.'
      : 'Confirm mails nobody: you tell them next.'
  if (!('reply' in main)) return ''
  const times = main.reply === 'propose' ? ` with ${isSorry ? 'a sorry and ' : ''}up to three free times` : ''
  return `${main.name} opens a letter${times}. Nothing goes out before you ${mailed ? 'press Send' : 'send it'}.`
}
