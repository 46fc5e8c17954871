import { tools } from '@/lib/content/tools'
import { Marquee } from './marquee'

function Marks({ copy = false }: { copy?: boolean }) {
  return (
    <ul inert={copy} aria-hidden={copy} className="marquee-run">
      {tools.marks.map(({ title, slug, path }) => (
        <li key={slug} className="flex items-center gap-3 text-lg font-medium whitespace-nowrap">
          <svg viewBox="0 0 24 24" aria-hidden className="size-6 fill-current">
            {copy ? <use href={`#mark-${slug}`} /> : <path id={`mark-${slug}`} d={path} />}
          </svg>
          {title}
        </li>
      ))}
    </ul>
  )
}

/** What the products stand on: real marks that drift by, can be paused, and stand still for who prefers that. */
export function ToolStrip() {
  return (
    <section aria-labelledby="tools-title" className="border-y border-border">
      <div className="wrap grid items-center gap-x-10 gap-y-4 py-6 lg:grid-cols-[auto_1fr]">
        <h2 id="tools-title" className="text-base font-normal text-muted-foreground lg:whitespace-nowrap">
          {tools.title}
        </h2>
        <Marquee>
          <Marks />
          <Marks copy />
        </Marquee>
      </div>
    </section>
  )
}
