import { support } from '@/lib/content/packages'

/** What comes after launch, set like a bill of fare: name, dots, price. */
export function Support() {
  return (
    <section id="support" tabIndex={-1} aria-labelledby="support-title" className="wrap section">
      <div className="grid gap-x-6 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="support-title" className="text-headline">
            {support.title}
          </h2>
          <p className="mt-5 max-w-[20.5em] text-lead text-muted-foreground">{support.intro}</p>
        </div>
        <ul className="space-y-9 lg:col-span-6 lg:col-start-7 lg:space-y-12 lg:pt-3">
          {support.plans.map(({ name, price, description }) => (
            <li key={name}>
              <div className="flex flex-wrap items-baseline gap-x-3">
                <h3 className="text-title">{name}</h3>
                <span aria-hidden className="hidden flex-1 border-b-2 border-dotted border-input sm:block" />
                <p className="text-title font-semibold whitespace-nowrap text-accent">{price}</p>
              </div>
              <p className="mt-2 max-w-[29.5em] text-muted-foreground">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
