/**
 * What the day picker needs of date-fns' formatter and locale and of @date-fns/tz; next.config.ts puts this file in their place. Formatting
 * for every language and zones we do not use cost each visitor 6 KB of script (docs/decisions/day-picker-parts.md).
 */

const padded = (part: number, length: number) => String(part).padStart(length, '0')

/** Made once: the calendar asks for some twenty names each time it is drawn, and making a formatter takes longer than using it. */
function named(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const names = new Intl.DateTimeFormat('en-NZ', options)
  return (date) => names.format(date)
}

/** The patterns the day picker asks for, of a local date. */
const tokens: Record<string, (date: Date) => string> = {
  yyyy: (date) => padded(date.getFullYear(), 4),
  y: (date) => String(date.getFullYear()),
  MM: (date) => padded(date.getMonth() + 1, 2),
  dd: (date) => padded(date.getDate(), 2),
  d: (date) => String(date.getDate()),
  LLLL: named({ month: 'long' }),
  cccccc: named({ weekday: 'short' }),
  cccc: named({ weekday: 'long' }),
  PPPP: named({ dateStyle: 'full' }),
}

export function format(date: Date, pattern: string): string {
  return pattern.replace(/yyyy|y|MM|dd|d|LLLL|c{6}|c{4}|PPPP/g, (token) => tokens[token]?.(date) ?? token)
}

export const enUS = { code: 'en-NZ' }

/** Dates of another zone, which no calendar of ours shows. */
export class TZDate extends Date {}
