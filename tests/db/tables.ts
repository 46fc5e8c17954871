/** Parses tables of test cases: `|` separates columns, `-` is an empty cell, `#` begins a heading. */

/** The rows of `table`, each as a list of its cells. Ignores lines without `|`. */
export const rowsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((part) => part.trim().replace(/^-$/, '')))

/** The headings of `table`, each with its rows. */
export const partsOf = (table: string) =>
  table
    .split(/^# /m)
    .slice(1)
    .map((part) => [part.split('\n', 1).join(), rowsOf(part)] as const)
