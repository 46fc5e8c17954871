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
      <Contours ground="bg-background" className="inset-y-0 left-[12%] h-full lg:left-1/4" />
      <div className="relative wrap grid-12 py-18 lg:py-40">
        <h2 id="closing-title" className="text-display lg:col-span-9">
          {closing.title}
        </h2>
        <div className="mt-8 lg:col-span-6 lg:col-start-7 lg:mt-4">
          <p className="max-w-[19.5em] text-lead text-muted-foreground">{closing.text}</p>
          {/* With JavaScript /#contact redirects to /booking; without it, it leads here. */}
          <Link
            id="contact"
            href={paths.booking}
            prefetch={false}
            className={buttonVariants({ size: 'lg', className: 'mt-7' })}
          >
            {closing.action}
          </Link>
          <NextFreeCall />
        </div>
      </div>
    </section>
  )
}
