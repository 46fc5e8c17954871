import { Badge } from '@/components/ui/badge'
import { portfolio, type PortfolioItem } from '@/lib/content/portfolio'
import { Carousel } from './carousel'
import { ProductImage } from './product-image'

function Slide({ item, label }: { item: PortfolioItem; label: string }) {
  const { name, description, image, alt, isLogo, website, tags, sample } = item
  return (
    <div role="group" aria-roledescription="slide" aria-label={label} className="slide">
      <ProductImage src={image} alt={alt} whole={isLogo} />
      <div className="mt-5 grid gap-x-6 gap-y-3 md:grid-cols-[1fr_auto]">
        <div>
          <h3 className="text-title">{name}</h3>
          <p className="mt-1 max-w-[27.5em] text-muted-foreground">{description}</p>
        </div>
        <p className="flex min-h-11 items-center md:justify-self-end">
          {website ? (
            <a
              href={website}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center font-medium underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              Visit website<span className="sr-only"> of {name} (opens in a new tab)</span>
            </a>
          ) : (
            <span className="text-muted-foreground">Link coming soon</span>
          )}
        </p>
        <ul aria-label="Tags" className="flex flex-wrap gap-2 md:col-span-2">
          {sample && (
            <li>
              <Badge tone="yellow">Sample</Badge>
            </li>
          )}
          {tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
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
