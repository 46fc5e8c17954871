/** Parses tables of cases from text: `|` separates columns, `-` is an empty cell, `#` begins a heading. */

/** The rows with their columns. Ignores other lines. */
export const rowsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((part) => part.trim().replace(/^-$/, '')))

/** The rows by heading. */
export const partsOf = (table: string) =>
  table
    .split(/^# /m)
    .slice(1)
    .map((part) => [part.split('\n', 1).join(), rowsOf(part)] as const)
