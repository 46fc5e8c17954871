import { cn } from '@/lib/utils'

const tones = {
  yellow: 'bg-status-yellow text-status-yellow-foreground',
  green: 'bg-status-green text-status-green-foreground',
  red: 'bg-status-red text-status-red-foreground',
  blue: 'bg-status-blue text-status-blue-foreground',
  gray: 'bg-status-gray text-status-gray-foreground',
  /** No status, just a word: the carousel's tags, the "Sample" mark. */
  plain: 'border border-input text-foreground',
} as const

/** The colours a badge may have; a status always comes with its word. */
export type BadgeTone = keyof typeof tones

/** A small word on a tint. */
export function Badge({
  tone = 'plain',
  className,
  ...props
}: React.ComponentProps<'span'> & { tone?: BadgeTone }) {
  return (
    <span
      className={cn(
        'inline-flex items-center rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
      {...props}
    />
  )
}
