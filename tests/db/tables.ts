/** Tables of cases, as text: columns are between `|`, `-` is nothing, and `#` begins a heading. */

/** The rows, each with its columns; other lines are remarks. */
export const rowsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((part) => part.trim().replace(/^-$/, '')))

/** The same by heading. */
export const partsOf = (table: string) =>
  table
    .split(/^# /m)
    .slice(1)
    .map((part) => [part.split('\n', 1).join(), rowsOf(part)] as const)
