import { support, type SupportPlan } from '@/lib/content/packages'
import { studio } from '@/lib/content/site'
import { owner } from '@/lib/content/start'

/** The currency of a price, and whether GST is in it, where the price does not say so itself. */
function priceNote({ price }: SupportPlan): string {
  if (price.endsWith('GST')) return 'NZD'
  return price.endsWith('/month') && !owner.supportGst.excluded ? 'NZD, incl. GST' : studio.priceNote
}

/** Support plans, set like a menu: name, dots, price. */
export function Support() {
  return (
    <section id="support" tabIndex={-1} aria-labelledby="support-title" className="wrap section">
      <div className="grid-12 gap-y-12">
        <div className="lg:col-span-5">
          <h2 id="support-title" className="text-headline">
            {support.title}
          </h2>
          <p className="mt-5 max-w-[21.5em] text-lead text-muted-foreground">{support.intro}</p>
        </div>
        <ul className="fare lg:col-span-6 lg:col-start-7 lg:pt-3">
          {support.plans.map((plan) => (
            <li key={plan.name}>
              <div>
                <h3>{plan.name}</h3>
                <p>
                  <span>{plan.price}</span> <small>{priceNote(plan)}</small>
                </p>
              </div>
              <p>{plan.description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
