import { offerText } from '../content/offer'
import { readLine } from './text'

export interface LineChange {
  kind: 'removed' | 'added' | 'same'
  line: string
}

/** Above this number of comparisons, all lines count as changed. Offers stay below it. */
const MAX_CELLS = 1_000_000

export function compareTexts(before: string, after: string): LineChange[] {
  const [old, now] = [before, after].map((text) => text.replace(/\n$/, '').split('\n')) as [
    string[],
    string[],
  ]
  if (old.length * now.length > MAX_CELLS)
    return [...old.map((line) => change('removed', line)), ...now.map((line) => change('added', line))]

  // common[i][j] is the number of lines that old[i…] and now[j…] have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }

  const changes: LineChange[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      changes.push(change('same', old[i++] ?? ''))
      j++
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1)))
      changes.push(change('removed', old[i++] ?? ''))
    else changes.push(change('added', now[j++] ?? ''))
  }
  return changes
}

const change = (kind: LineChange['kind'], line: string): LineChange => ({ kind, line })

export interface TextChange {
  about: string | null
  was: string | null
  is: string | null
}

/** Empty lines, and the version line, which differs in every version. */
const IGNORED_LINE = /^(?:Version: \d+, of .+)?$/

/**
 * Pairs an old amount or fact with the new one, an item with its new list, and paragraphs in the same place. Leaves out
 * lines that only changed their order.
 */
export function listTextChanges(before: string, after: string): TextChange[] {
  const found: (TextChange & { isItem: boolean })[] = []
  const keys = new Map<string, typeof found>()
  const section = { was: '', is: '' }
  let place = 0
  for (const { kind, line } of compareTexts(before, after)) {
    const sides = ({ removed: ['was'], added: ['is'], same: ['was', 'is'] } as const)[kind]
    const heading = HEADINGS.get(line)
    if (heading) for (const side of sides) section[side] = heading
    if (kind === 'same') place++
    const [side] = sides
    if (kind === 'same' || heading || IGNORED_LINE.test(line)) continue

    const change = { about: null, was: null, is: null, [side]: line, isItem: false }
    let key = `place ${place}`
    const {
      kind: look,
      parts: [lead, rest = ''],
    } = readLine(line, false)
    if (look === 'item') {
      // Provisional, because the other text may have the item in another list.
      Object.assign(change, { about: rest, [side]: section[side], isItem: true })
      key = line
    } else if (look === 'fact') {
      Object.assign(change, { about: lead.replace(/: $/, ''), [side]: rest })
      key = `${section[side]} ${lead}`
    } else if (look === 'amount' || look === 'sum') {
      Object.assign(change, { about: rest.trim(), [side]: lead.replace(/^[= ]*/, '') })
      key = `${section[side]} ${rest}`
    }
    const alike = keys.get(key) ?? []
    const half = alike.find((other) => other[side] === null)
    if (half) half[side] = change[side]
    else {
      found.push(change)
      keys.set(key, [...alike, change])
    }
  }
  return found
    .filter(({ was, is }) => was !== is)
    .map(({ isItem, about, was, is }) =>
      isItem && (was === null || is === null)
        ? { about: was ?? is, was: was && about, is: is && about }
        : { about, was, is },
    )
}

const HEADINGS = new Map(Object.values(offerText).map((words) => [words.toUpperCase(), words]))
