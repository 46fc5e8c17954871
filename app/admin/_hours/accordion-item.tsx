import { ChevronDown } from 'lucide-react'

interface AccordionItemProps {
  title: string
  summary?: string
  hint: string
  children: React.ReactNode
  id: string
}

export function AccordionItem({ title, summary, hint, children, id }: AccordionItemProps) {
  return (
    <details className="group border-b border-border">
      <summary
        id={id}
        className="flex min-h-9 list-none flex-wrap items-center gap-x-4 hover:bg-muted/50 [&::-webkit-details-marker]:hidden"
      >
        <span className="font-medium max-md:grow md:w-28">{title}</span>
        <span className="min-w-68 text-muted-foreground tabular-nums max-md:hidden">{summary}</span>
        <span className="text-muted-foreground tabular-nums">{hint}</span>
        <ChevronDown
          aria-hidden
          className="size-4 transition-transform duration-150 group-open:rotate-180 md:ml-auto"
        />
      </summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  )
}
