import Link from 'next/link'
import { SectionLink } from '@/components/site/section-link'
import { buttonVariants } from '@/components/ui/button-variants'
import { hero } from '@/lib/content/home'
import { packages } from '@/lib/content/packages'
import { priceNote } from '@/lib/content/place'
import { paths } from '@/lib/paths'
import { NextFreeCall } from './next-free-call'
import { ProductWindow } from './product-window'

const [least] = packages.items
const largest = packages.items.at(-1)
/** On a phone the two buttons share a row, if there is room. */
const narrow = 'max-sm:flex-auto max-sm:px-2 max-sm:text-base'

export function Hero() {
  return (
    <section id="hero" tabIndex={-1} aria-labelledby="hero-title" className="overflow-hidden">
      <div className="wrap grid-12 pt-5 pb-1 lg:pt-4">
        <div className="relative z-1 lg:col-span-12">
          <p className="text-lead font-medium text-brand">{hero.tagline}</p>
          <h1 id="hero-title" className="mt-2 max-w-[11em] text-display lg:mt-3 lg:max-w-[13.5em]">
            {hero.headline}
          </h1>
        </div>
        <div className="relative z-1 mt-5 lg:col-span-5 lg:mt-7">
          <p className="max-w-[19.5em] text-lead text-muted-foreground">{hero.lead}</p>
          {least && largest && (
            <p className="mt-3 lg:mt-4">
              <span>{hero.from}</span> <b>{least.price}</b> <span>{`in ${least.timeline}. `}</span>
              <span className="text-muted-foreground">{`${priceNote}. `}</span>
              <span className="block text-muted-foreground">{hero.longer(largest)}</span>
            </p>
          )}
          <div className="mt-5 mb-1 flex flex-wrap gap-3 lg:mt-6 lg:-mr-4 lg:mb-2">
            <Link
              href={paths.booking}
              prefetch={false}
              className={buttonVariants({ size: 'lg', className: narrow })}
            >
              {hero.primary}
            </Link>
            <SectionLink
              section="packages"
              className={buttonVariants({ variant: 'outline', size: 'lg', className: narrow })}
            >
              {hero.secondary}
            </SectionLink>
          </div>
          <NextFreeCall>{hero.opens}</NextFreeCall>
        </div>
        <div className="mt-3 lg:col-span-7 lg:col-start-6 lg:mt-7">
          <ProductWindow {...hero.product} />
          {/* Above the lines, because clip-path gives the window a layer of its own. */}
          <p className="relative flex min-h-11 flex-wrap items-center gap-x-1 text-sm text-muted-foreground">
            {`${hero.caption(hero.product)} `}
            <SectionLink section="portfolio" className="link">
              {hero.products}
            </SectionLink>
          </p>
        </div>
      </div>
    </section>
  )
}
