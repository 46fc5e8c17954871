import { ChevronDown } from 'lucide-react'

interface FoldedLineProps extends Omit<React.ComponentProps<'details'>, 'title'> {
  title: React.ReactNode
  /** The present value, in a few words. */
  now: React.ReactNode
  verb?: 'Change' | 'See' | 'Add'
}

export function FoldedLine({ title, now, verb = 'Change', children, ...details }: FoldedLineProps) {
  return (
    <details {...details} className="group/line scroll-mt-16">
      <summary className="grid min-h-11 list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1 md:grid-cols-[13rem_minmax(0,1fr)_auto] [&::-webkit-details-marker]:hidden">
        {title}
        <span className="min-w-0 [overflow-wrap:anywhere] text-muted-foreground max-md:order-last max-md:col-span-full">
          {now}
        </span>
        <span className="flex items-center gap-2 font-semibold text-brand">
          <span className="group-open/line:hidden">{verb}</span>
          <span className="not-group-open/line:hidden">Close</span>
          <ChevronDown
            aria-hidden
            className="size-4 transition-[rotate] duration-150 group-open/line:rotate-180"
          />
        </span>
      </summary>
      {children}
    </details>
  )
}
