/** The differences that are meant: each has its number, and is counted. */
import { isDeepStrictEqual } from 'node:util'
import { offerUndos } from './acts'
import type { Step } from './run'
import type { Seen } from './read'

/** Why the Undo of an offer is refused is said in other words. */
const refusals = ['minute_over', 'offer_accepted', 'offer_gone', 'request_gone', 'is_undo', 'nothing_to_undo']

export function allowed(step: Step): { numbers: string[]; others: string[]; isOver: boolean } {
  const { act, code, after } = step
  const [old, now] = [after.old, after.new]
  const others: string[] = []
  const differ = (key: keyof Seen) => !isDeepStrictEqual(old[key], now[key])
  const say = (what: string, a: unknown, b: unknown) =>
    others.push(`${what}\n      old ${JSON.stringify(a)}\n      new ${JSON.stringify(b)}`)

  const isUndo = act.name in offerUndos
  // 9: what the old database refused to take back, because the address was corrected since.
  if (isUndo && code.old === 'minute_over' && code.new === 'ok' && step.names.includes('new address'))
    return { numbers: ['9'], others: [], isOver: true }
  // 23: a mail that had failed before an act on its offer is tried again when it was to be, and not at once.
  const timeless = (mails: string[]) => mails.map((mail) => mail.replace(/ \d{4}-\S+ \S+/, ''))
  if (isUndo && differ('waiting') && isDeepStrictEqual(timeless(old.waiting), timeless(now.waiting)))
    return { numbers: ['23'], others: [], isOver: true }
  const isRefused = isUndo && refusals.includes(code.old) && refusals.includes(code.new)
  if (code.old !== code.new && !isRefused) say('code', code.old, code.new)
  for (const key of ['row', 'lists'] as const)
    for (const field of new Set([...Object.keys(old[key]), ...Object.keys(now[key])]))
      if (!isDeepStrictEqual(old[key][field], now[key][field]))
        say(`${key}.${field}`, old[key][field], now[key][field])
  for (const key of ['waiting', 'mails', 'history'] as const)
    if (differ(key))
      say(
        key,
        old[key].filter((one) => !now[key].includes(one)),
        now[key].filter((one) => !old[key].includes(one)),
      )
  for (const key of ['turn', 'offer'] as const) if (differ(key)) say(key, old[key], now[key])
  return { numbers: [], others, isOver: false }
}
