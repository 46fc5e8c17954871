import { tools } from '@/lib/content/tools'
import { Marquee } from './marquee'

export function ToolStrip() {
  return (
    <section aria-labelledby="tools-title" className="relative border-y border-border">
      <div className="wrap grid items-center gap-x-10 gap-y-2 py-4 md:gap-y-4 md:py-6 lg:grid-cols-[auto_1fr]">
        <h2 id="tools-title" className="text-base font-normal text-muted-foreground lg:whitespace-nowrap">
          {tools.title}
        </h2>
        <Marquee />
      </div>
    </section>
  )
}
