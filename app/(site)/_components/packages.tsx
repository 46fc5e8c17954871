'use client' // so that the page contains it once: docs/decisions/public-pages.md

import Link from 'next/link'
import { SectionLink } from '@/components/site/section-link'
import { basisLine, packages, type Package } from '@/lib/content/packages'
import { priceNote } from '@/lib/content/place'
import { paths } from '@/lib/paths'
import { Shore } from './shore'

const depths = ['depth-1', 'depth-2', 'depth-3']

function PackageColumn({ item, depth }: { item: Package; depth: number }) {
  const { id, name, price, timeline, description, features, meanings, highlight } = item
  return (
    <article
      id={`package-${id}`}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      className={`package deep ${depths[depth]}`}
    >
      {depth > 0 && <Shore depth={depth} />}
      <h3 id={`${id}-name`}>{name}</h3>
      <p className="package-price">{price}</p>
      <p className="package-terms">
        <span>{timeline}</span>
        <span>{priceNote}</span>
      </p>
      <p>{description}</p>
      <p className="package-basis">{basisLine(item) ?? packages.basis}</p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>
            {feature}
            <span>{meanings[feature]}</span>
          </li>
        ))}
      </ul>
      <div className="package-foot">
        <p>{highlight}</p>
        <Link href={`${paths.booking}?package=${id}`} prefetch={false} className="button">
          {`${packages.action} ${name}`}
        </Link>
      </div>
    </article>
  )
}

function Land({ name, box, fit }: { name: 'coast' | 'floor'; box: string; fit: string }) {
  return (
    <svg
      viewBox={box}
      width={144}
      height={15}
      preserveAspectRatio={fit}
      aria-hidden
      className={`land land-${name}`}
    >
      <use href={`/chart.svg#${name}`} />
      <use href={`/chart.svg#${name}-depths`} />
    </svg>
  )
}

export function Packages({ children }: { children: React.ReactNode }) {
  return (
    <section id="packages" tabIndex={-1} aria-labelledby="packages-title">
      <div className="wrap grid-12 gap-y-3 section-top sm:gap-y-5">
        <h2 id="packages-title" className="text-headline lg:col-span-6">
          {packages.title}
        </h2>
        <div className="self-end lg:col-span-5 lg:col-start-8">
          <p className="max-w-[24em] text-lead text-muted-foreground">{packages.intro}</p>
          <Link href={paths.start} prefetch={false} className="text-link">
            {packages.unsure}
          </Link>
        </div>
        <ul className="package-prices lg:hidden">
          {packages.items.map(({ id, name, price }) => (
            <li key={id}>
              <SectionLink section={`package-${id}`}>
                {name} <b>{price}</b>
              </SectionLink>
            </li>
          ))}
        </ul>
      </div>
      <div className="sea">
        {packages.items.map((item, depth) => (
          <PackageColumn key={item.id} item={item} depth={Math.min(depth, depths.length - 1)} />
        ))}
        <Land name="coast" box="0 0 1440 150" fit="xMidYMin slice" />
        <Land name="floor" box="0 0 1200 150" fit="none" />
      </div>
      {children}
    </section>
  )
}
