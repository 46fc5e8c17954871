'use client' // so that the page contains it once: docs/decisions/public-pages.md

import { portfolio, type PortfolioItem } from '@/lib/content/portfolio'
import { Carousel } from './carousel'
import { ProductImage } from './product-image'

function Slide({ item, label }: { item: PortfolioItem; label: string }) {
  const { name, description, image, phoneImage, alt, isLogo, website, tags, sample } = item
  return (
    <div role="group" aria-roledescription="slide" aria-label={label} className="slide">
      <ProductImage src={image} phoneSrc={phoneImage} alt={alt} isLogo={isLogo} />
      <div className="slide-words">
        <div>
          <h3>{name}</h3>
          <p>{description}</p>
        </div>
        <div>
          <p>
            {website && !sample ? (
              <a href={website} target="_blank" rel="noopener" className="text-link">
                Visit website<span className="sr-only">{` of ${name} (opens in a new tab)`}</span>
              </a>
            ) : (
              'Link coming soon'
            )}
          </p>
          <ul aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

export function Portfolio() {
  const { title, items } = portfolio
  return (
    <section
      id="portfolio"
      tabIndex={-1}
      aria-labelledby="portfolio-title"
      className="overflow-clip border-t border-border section-top"
    >
      <Carousel title={title} titleId="portfolio-title" count={items.length}>
        {items.map((item, index) => (
          <Slide key={item.name} item={item} label={`${index + 1} of ${items.length}`} />
        ))}
      </Carousel>
    </section>
  )
}
