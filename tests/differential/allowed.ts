/** The differences that are meant: each has its number, and is counted. */
import { isDeepStrictEqual } from 'node:util'
import { statusActs } from './acts'
import type { Step } from './run'
import type { Seen } from './read'

/** Those after which whose turn it is may differ for the rest of a sequence. */
export type Met = Set<string>

export function allowed(step: Step, met: Met): { numbers: string[]; others: string[]; isOver: boolean } {
  const { act, undone, isNewest, code, before, after, names } = step
  const [old, now] = [after.old, after.new]
  const numbers: string[] = []
  const others: string[] = []
  const differ = (key: keyof Seen) => !isDeepStrictEqual(old[key], now[key])
  const say = (what: string, a: unknown, b: unknown) =>
    others.push(`${what}\n      old ${JSON.stringify(a)}\n      new ${JSON.stringify(b)}`)

  // 1 and 11: somebody wrote anew, and a status that was set back by hand.
  if (act.name.endsWith(' again')) met.add('1')
  if (act.name in statusActs && names.length > 1 && !before.old.turn.why.startsWith('booked')) met.add('11')
  if (/^(accept|decline|offer|say offer)/.test(act.name)) met.add('2')
  if (['is tomorrow', 'is past', 'new address'].includes(act.name)) met.add('12')

  // 9: an Undo of an earlier act, and one that the old database refused or did by half.
  const isUndo = act.name === 'undo'
  const rowsDiffer = ['row', 'waiting', 'lists', 'history', 'mails'].some((key) => differ(key as keyof Seen))
  // A call that was only noted to stay could not be taken back.
  const isRefused = code.old === 'changed_meanwhile' && code.new === 'undone'
  if (isUndo && (!isNewest || isRefused) && (code.old !== code.new || rowsDiffer || turnsDiffer(old, now))) {
    return { numbers: [undone?.name === 'they answered' ? '10' : '9'], others: [], isOver: true }
  }
  if (isUndo && !isDeepStrictEqual(old.row.outcome, now.row.outcome))
    return { numbers: ['14'], others: [], isOver: true }

  // 22: that their visitor was told, or their link copied, makes no page out of date.
  if (
    code.old === 'changed_meanwhile' &&
    code.new === 'ok' &&
    act.stale > 0 &&
    names.slice(-4).some((name) => /^(told|copy)/.test(name))
  )
    return { numbers: ['22'], others: [], isOver: true }
  // Of an erased person, either says so.
  const renamed = { person_erased: 'request_gone', reply_sent: 'mail_sent' } as Record<string, string>
  const isSame = code.old === code.new || (isUndo && renamed[code.old] === code.new)
  // 12: what SQL did is an event, and a page that was read before it is out of date.
  if (['changed_meanwhile', 'left'].includes(code.new) && act.stale > 0 && met.has('12'))
    return { numbers: ['12'], others: [], isOver: true }
  if (!isSame) say('code', code.old, code.new)
  for (const key of ['row', 'lists'] as const)
    for (const field of new Set([...Object.keys(old[key]), ...Object.keys(now[key])]))
      if (!isDeepStrictEqual(old[key][field], now[key][field]) && field === 'is_kept' && met.has('12'))
        numbers.push('12')
      else if (!isDeepStrictEqual(old[key][field], now[key][field]))
        say(`${key}.${field}`, old[key][field], now[key][field])
  for (const key of ['waiting', 'mails', 'history'] as const)
    if (differ(key)) {
      const [gone, come] = [
        old[key].filter((one) => !now[key].includes(one)),
        now[key].filter((one) => !old[key].includes(one)),
      ]
      say(
        key,
        gone.length + come.length === 0 ? old[key] : gone,
        gone.length + come.length === 0 ? now[key] : come,
      )
    }
  if (turnsDiffer(old, now)) {
    const number = ['1', '2', '11'].find((one) => met.has(one))
    if (number) numbers.push(number)
    else say('turn', old.turn, now.turn)
  }
  // What is pressed then does something else.
  const isOver = old.turn.turns[0] !== now.turn.turns[0]
  return { numbers, others, isOver }
}

const turnsDiffer = (old: Seen, now: Seen) => !isDeepStrictEqual(old.turn.turns, now.turn.turns)
