/** A line of a text that went, came or stayed. */
export interface Change {
  kind: 'removed' | 'added' | 'same'
  line: string
}

/** Beyond so many comparisons, everything counts as changed. Texts that we write have fewer. */
const MOST_CELLS = 1_000_000

/** What changed from one text to another, line by line, by their longest common subsequence. */
export function compareTexts(before: string, after: string): Change[] {
  const [old, now] = [before, after].map((text) => text.replace(/\n$/, '').split('\n')) as [
    string[],
    string[],
  ]
  if (old.length * now.length > MOST_CELLS)
    return [...old.map((line) => change('removed', line)), ...now.map((line) => change('added', line))]

  // common[i][j] is how many lines old[i…] and now[j…] have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }

  const changes: Change[] = []
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

const change = (kind: Change['kind'], line: string): Change => ({ kind, line })
