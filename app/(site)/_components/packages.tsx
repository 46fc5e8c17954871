import Link from 'next/link'
import { packages, type Package } from '@/lib/content/packages'
import { studio } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import { cn } from '@/lib/utils'
import { Shore } from './shore'

const depths = ['depth-1', 'depth-2', 'depth-3']

function PackageBand({ item, depth }: { item: Package; depth: number }) {
  const { name, price, timeline, description, basis, features, highlight } = item
  return (
    <article aria-labelledby={`package-${name}`} className={cn('relative deep', depths[depth])}>
      <Shore depth={depth} />
      <div className="above-shore relative wrap grid gap-x-6 gap-y-8 pt-6 lg:grid-cols-12 lg:pt-8">
        <div className="lg:col-span-6">
          <h3 id={`package-${name}`} className="text-title">
            {name}
          </h3>
          <p className="mt-1 text-price">{price}</p>
          <p className="mt-4 flex flex-wrap gap-x-6 text-lead">
            <span className="whitespace-nowrap">{timeline}</span>
            <span className="text-muted-foreground">{studio.priceNote}</span>
          </p>
        </div>
        <div className="lg:col-span-6 lg:pt-2">
          <p className="text-title">{highlight}</p>
          <p className="mt-3 max-w-[31em] text-muted-foreground">{description}</p>
          {basis && <p className="mt-6 font-medium first-letter:uppercase">{basis}</p>}
          <ul
            className={cn(
              'grid gap-x-6 *:border-t *:border-border *:py-2.5 *:first-letter:uppercase sm:grid-cols-2',
              basis ? 'mt-1' : 'mt-6',
            )}
          >
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          <Link
            href={paths.booking}
            prefetch={false}
            className="mt-5 inline-flex min-h-11 items-center font-medium underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {packages.action} {name}
          </Link>
        </div>
      </div>
    </article>
  )
}

/** Three packages as three depths of water: the further down, the deeper the work. The price is the picture. */
export function Packages() {
  return (
    <section id="packages" tabIndex={-1} aria-labelledby="packages-title">
      <div className="above-shore wrap grid gap-x-6 gap-y-5 section-top lg:grid-cols-12">
        <h2 id="packages-title" className="text-headline lg:col-span-6">
          {packages.title}
        </h2>
        <p className="max-w-[24em] self-end text-lead text-muted-foreground lg:col-span-5 lg:col-start-7">
          {packages.intro}
        </p>
      </div>
      {packages.items.map((item, depth) => (
        <PackageBand key={item.name} item={item} depth={depth} />
      ))}
    </section>
  )
}
