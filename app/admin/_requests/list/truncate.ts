const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** `max` is in graphemes. A truncated text ends with '…'. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  let shown = ''
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    if (count++ === max) return `${shown}…`
    shown += segment
  }
  return text
}
