import { support } from '@/lib/content/support'
import { owner } from '@/lib/content/owner'
import { place, priceNote } from '@/lib/content/place'

const note = `Prices are ${owner.supportTax.excluded ? priceNote : `${place.currency}, incl. ${place.tax.name}`}.`

export function Support() {
  return (
    <section id="support" tabIndex={-1} aria-labelledby="support-title" className="wrap section">
      <div className="grid-12 gap-y-5 sm:gap-y-8">
        <div className="lg:col-span-5">
          <h2 id="support-title" className="text-headline">
            {support.title}
          </h2>
          <p className="mt-3 max-w-[21.5em] text-lead text-muted-foreground sm:mt-5">{`${support.intro} ${note}`}</p>
        </div>
        <ul className="fare lg:col-span-6 lg:col-start-7 lg:pt-3">
          {support.plans.map(({ name, price, description }, index) => (
            <li key={index}>
              <div>
                <h3>{name}</h3>
                <p>{price}</p>
              </div>
              <p>{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
