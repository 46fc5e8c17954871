import { Portrait } from '@/components/site/portrait'
import { about } from '@/lib/content/about'
import { callWith } from '@/lib/content/booking'

export function OnTheCall() {
  const { title, text } = callWith(about.founders)
  return (
    <div className="flex items-center gap-4">
      <div className="flex shrink-0">
        {about.founders.map((founder, index) => (
          <div
            key={founder.title}
            className="relative size-12 overflow-clip rounded-full border-2 border-background bg-muted not-first:-ml-3"
          >
            <Portrait founder={founder} index={index} isSmall />
          </div>
        ))}
      </div>
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-[0.9375rem] text-muted-foreground">{text}</p>
      </div>
    </div>
  )
}
