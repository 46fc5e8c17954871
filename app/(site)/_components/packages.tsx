import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { basisLine, packages, type Package } from '@/lib/content/packages'
import { studio } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import { Shore } from './shore'

const depths = ['depth-1', 'depth-2', 'depth-3']

/** How many lines of a package a phone shows unasked. */
const SHOWN = 3

function Features({ of: features }: { of: string[] }) {
  return (
    <ul>
      {features.map((feature, index) => (
        <li key={index}>{feature}</li>
      ))}
    </ul>
  )
}

function PackageBand({ item, depth }: { item: Package; depth: number }) {
  const { name, price, timeline, description, features, highlight } = item
  const basis = basisLine(item)
  return (
    <article aria-labelledby={`package-${name}`} className={`relative deep ${depths[depth]}`}>
      <Shore depth={depth} />
      <div className="package unfold above-shore">
        <div>
          <h3 id={`package-${name}`}>{name}</h3>
          <p className="package-price">{price}</p>
          <p className="package-terms">
            <span>{timeline}</span>
            <span>{studio.priceNote}</span>
          </p>
          <p className="text-title">{highlight}</p>
        </div>
        <div>
          {basis && <p className="package-basis">{basis}</p>}
          <Features of={features.slice(0, SHOWN)} />
          {/* Folded on phones, open on wider screens: landing.css. */}
          <details>
            <summary>{`${packages.rest} ${name}`}</summary>
            <Features of={features.slice(SHOWN)} />
            <p>{description}</p>
          </details>
        </div>
        <p>
          <Link
            href={`${paths.booking}?package=${item.id}`}
            prefetch={false}
            className={buttonVariants({ size: 'lg' })}
          >
            {`${packages.action} ${name}`}
          </Link>
        </p>
      </div>
    </article>
  )
}

/** Three packages as three depths of water; the largest is the deepest. */
export function Packages() {
  return (
    <section id="packages" tabIndex={-1} aria-labelledby="packages-title">
      <div className="above-shore wrap grid-12 gap-y-5 section-top">
        <h2 id="packages-title" className="text-headline lg:col-span-6">
          {packages.title}
        </h2>
        <div className="self-end lg:col-span-5 lg:col-start-7">
          <p className="max-w-[24em] text-lead text-muted-foreground">{packages.intro}</p>
          <Link href={paths.start} prefetch={false} className="text-link mt-2">
            {packages.unsure}
          </Link>
        </div>
      </div>
      {packages.items.map((item, depth) => (
        <PackageBand key={item.name} item={item} depth={Math.min(depth, depths.length - 1)} />
      ))}
    </section>
  )
}
