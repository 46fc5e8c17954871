/** The differences that are meant: each has its number, and is counted. */
import { isDeepStrictEqual } from 'node:util'
import { offerUndos } from './acts'
import type { Step } from './run'
import type { Seen } from './read'

/** Why the Undo of an offer is refused is said in other words. */
const refusals = ['minute_over', 'offer_accepted', 'offer_gone', 'request_gone', 'is_undo', 'nothing_to_undo']

/** Those of which a difference may follow for the rest of a sequence. */
export type Met = Set<string>

export function allowed(step: Step, met: Met): { numbers: string[]; others: string[]; isOver: boolean } {
  const { act, code, after } = step
  const [old, now] = [after.old, after.new]
  const numbers: string[] = []
  const others: string[] = []
  const differ = (key: keyof Seen) => !isDeepStrictEqual(old[key], now[key])
  const say = (what: string, a: unknown, b: unknown) =>
    others.push(`${what}\n      old ${JSON.stringify(a)}\n      new ${JSON.stringify(b)}`)

  // 8: of a mail whose lease ended, and which nobody has taken again, nobody says that it tells them; and what they have
  // perhaps read counts.
  if (/^(begin|unanswered|lose)/.test(act.name)) met.add('8')
  // Its last try was a day ago, and the call is as that said: it is listed.
  const isLess = old.mails.length > now.mails.length && now.mails.every((mail) => old.mails.includes(mail))
  const isDayLater = step.names.some((name) => /^(wait 30 h|wait 3 d|mail sw)/.test(name))
  if (met.has('8') && isLess && isDayLater && isSurelyListed(now))
    return { numbers: ['8'], others: [], isOver: true }
  // 24: told in words while the mail was on its way, which then failed: the calendar file is owed, and it is tried again.
  const isMore = now.mails.length > old.mails.length && old.mails.every((mail) => now.mails.includes(mail))
  if (isMore && /\bbegin.*, (told|say ).*end as failed/.test(step.names.join(', ')))
    return { numbers: ['24'], others: [], isOver: true }

  const isUndo = act.name in offerUndos
  // 9: what the old database refused to take back, because the address was corrected since.
  if (isUndo && code.old === 'minute_over' && code.new === 'ok' && step.names.includes('new address'))
    return { numbers: ['9'], others: [], isOver: true }
  // It took back by half: an offer whose mail had been given up did not answer again.
  const byHalf = old.history.some((one) => one.includes('"kind":"offer","what":"withdrawal undone"'))
  if (act.name === 'undo withdraw' && code.new === 'ok' && byHalf && !isDeepStrictEqual(old.turn, now.turn))
    return { numbers: ['9'], others: [], isOver: true }
  // 23: a mail that had failed before an act on its offer is tried again when it was to be, and not at once.
  const timeless = (mails: string[]) => mails.map((mail) => mail.replace(/ \d{4}-\S+ \S+/, ''))
  if (isUndo && differ('waiting') && isDeepStrictEqual(timeless(old.waiting), timeless(now.waiting)))
    return { numbers: ['23'], others: [], isOver: true }
  const isRefused = isUndo && refusals.includes(code.old) && refusals.includes(code.new)
  if (code.old !== code.new && !isRefused) say('code', code.old, code.new)
  for (const key of ['row', 'lists'] as const)
    for (const field of new Set([...Object.keys(old[key]), ...Object.keys(now[key])]))
      if (field === 'untold' && met.has('8') && isListedMore(old.lists.untold, now.lists.untold))
        numbers.push('8')
      else if (!isDeepStrictEqual(old[key][field], now[key][field]))
        say(`${key}.${field}`, old[key][field], now[key][field])
  for (const key of ['waiting', 'mails', 'words', 'history'] as const)
    if (differ(key))
      say(
        key,
        old[key].filter((one) => !now[key].includes(one)),
        now[key].filter((one) => !old[key].includes(one)),
      )
  for (const key of ['turn', 'offer'] as const) if (differ(key)) say(key, old[key], now[key])
  // 19: the news with 'Done' are gone; an answer that is not news any more was answered.
  if (old.isNews && !now.isNews) numbers.push('19')
  if (now.isNews && !old.isNews) say('news', old.isNews, now.isNews)
  const areOnly = (what: RegExp) => others.length > 0 && others.every((one) => what.test(one))
  // 25: words that confirm or decline are in the call's mail, and none of their own. So they wait behind another mail that is
  // on its way, acknowledge what that mail would have, and are left out at once for a newer letter or another address.
  const names = step.names.join(', ')
  const waits = now.waiting.some((mail) => / t [ft] f$/.test(mail))
  const isLeftOut = /mail (confirm|decline)\b.*(mail (confirm|decline)\b|new address)/.test(names)
  if (/mail (confirm|decline)/.test(names) && (waits || isLeftOut || /keep|refuse/.test(names)))
    if (areOnly(/^(words|mails|lists\.untold)/)) return { numbers: ['25'], others: [], isOver: true }
  // 26: a proposal that was given up without being sent asked nothing, so the turn is ours again.
  const isUnsent = now.waiting.some((mail) => /reply propose .* f t$/.test(mail))
  if (isUnsent && areOnly(/^(turn|lists)/)) return { numbers: ['26'], others: [], isOver: true }
  return { numbers, others, isOver: false }
}

type Untold = [difference: string[], waits: boolean][]
const isSurelyListed = ({ lists }: Seen) => (lists.untold as Untold)[0]?.[1] === false
/** Whether one is listed that was not, or a mail is not counted on that was. */
function isListedMore(old: unknown, now: unknown) {
  const [[before], [after]] = [old as Untold, now as Untold]
  if (!after) return false
  return !before || (isDeepStrictEqual(before[0], after[0]) && before[1] && !after[1])
}
