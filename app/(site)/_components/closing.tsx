import Link from 'next/link'
import { Contours } from '@/components/site/contours'
import { buttonVariants } from '@/components/ui/button-variants'
import { closing } from '@/lib/content/home'
import { paths } from '@/lib/paths'
import { NextFreeCall } from './next-free-call'

export function Closing() {
  return (
    <section
      id="contact-about"
      tabIndex={-1}
      aria-labelledby="closing-title"
      className="relative overflow-hidden deep bg-transparent! depth-2"
    >
      <Contours
        edge="90deg, #0000 calc(95rem - 20vw), #000 calc(95rem - 6vw)"
        ground="bg-background"
        className="top-1/2 -right-[33rem] w-[128rem] [translate:0_-50%] max-lg:hidden"
      />
      <div className="relative wrap section">
        <h2 id="closing-title" className="text-display">
          {closing.title}
        </h2>
        <p className="mt-4 text-lead text-muted-foreground">{closing.text}</p>
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          {/* With JavaScript /#contact redirects to /booking; without it, it leads here. */}
          <Link id="contact" href={paths.booking} prefetch={false} className={buttonVariants({ size: 'lg' })}>
            {closing.action}
          </Link>
          <NextFreeCall />
        </div>
      </div>
    </section>
  )
}
