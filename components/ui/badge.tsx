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

const sizes = { md: 'px-2.5 text-sm', sm: 'px-2 text-xs' } as const

/** The colours a badge may have; a status always comes with its word. */
export type BadgeTone = keyof typeof tones

/** A small word on a tint. */
export function Badge({
  tone = 'plain',
  size = 'md',
  className,
  ...props
}: React.ComponentProps<'span'> & { tone?: BadgeTone; size?: keyof typeof sizes }) {
  return (
    <span
      className={cn(
        'inline-flex items-center rounded-full py-0.5 font-medium whitespace-nowrap',
        sizes[size],
        tones[tone],
        className,
      )}
      {...props}
    />
  )
}
