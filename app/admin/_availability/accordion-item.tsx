import { ChevronDown } from 'lucide-react'

interface AccordionItemProps {
  title: string
  /** Text after the title, on wide screens. */
  summary?: string
  hint: string
  children: React.ReactNode
  /** The id of the `<summary>`. */
  id: string
}

export function AccordionItem({ title, summary, hint, children, id }: AccordionItemProps) {
  return (
    <details className="group rounded-lg border border-border bg-card">
      <summary
        id={id}
        className="flex list-none items-center gap-2 rounded-lg px-3 py-2 font-medium hover:bg-muted [&::-webkit-details-marker]:hidden"
      >
        <span className="md:w-28">{title}</span>
        <span className="truncate font-normal text-muted-foreground tabular-nums max-md:hidden">
          {summary}
        </span>
        <span className="ml-auto shrink-0 text-sm font-normal text-muted-foreground tabular-nums">
          {hint}
        </span>
        <ChevronDown aria-hidden className="size-4 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="border-t border-border px-3 py-2">{children}</div>
    </details>
  )
}
