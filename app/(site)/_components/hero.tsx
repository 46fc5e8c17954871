import Link from 'next/link'
import { SectionLink } from '@/components/site/section-link'
import { buttonVariants } from '@/components/ui/button-variants'
import { hero } from '@/lib/content/home'
import { packages } from '@/lib/content/packages'
import { studio } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import { NextFreeCall } from './next-free-call'
import { ProductWindow } from './product-window'

const [least] = packages.items
const largest = packages.items.at(-1)

export function Hero() {
  return (
    <section id="hero" tabIndex={-1} aria-labelledby="hero-title" className="overflow-hidden">
      <div className="wrap grid-12 pt-6 pb-10 lg:pt-8 lg:pb-12">
        <div className="relative z-1 lg:col-span-12">
          <p className="text-lead font-medium text-brand">{hero.tagline}</p>
          <h1 id="hero-title" className="mt-3 max-w-[11em] text-display lg:max-w-[13.5em]">
            {hero.headline}
          </h1>
        </div>
        <div className="relative z-1 mt-6 lg:col-span-5 lg:mt-12">
          <p className="max-w-[19.5em] text-lead text-muted-foreground">{hero.lead}</p>
          {least && largest && (
            <p className="mt-4">
              <span>{hero.from}</span> <b>{least.price}</b> <span>{`${studio.priceNote}. `}</span>
              <span className="block text-muted-foreground">{hero.longer(largest)}</span>
            </p>
          )}
          <div className="mt-6 mb-2 flex flex-wrap gap-3 lg:-mr-4">
            <Link href={paths.booking} prefetch={false} className={buttonVariants({ size: 'lg' })}>
              {hero.primary}
            </Link>
            <SectionLink section="packages" className={buttonVariants({ variant: 'outline', size: 'lg' })}>
              {hero.secondary}
            </SectionLink>
          </div>
          <NextFreeCall>{hero.opens}</NextFreeCall>
        </div>
        <div className="mt-7 lg:col-span-7 lg:col-start-6 lg:mt-12">
          <ProductWindow name={hero.screen.name} sample={hero.screen.sample} />
        </div>
      </div>
    </section>
  )
}
