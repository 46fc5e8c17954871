import { services } from '@/lib/content/home'

export function Services() {
  return (
    <section id="our-services" tabIndex={-1} aria-labelledby="services-title" className="wrap section">
      <div className="grid-12 gap-y-3 sm:gap-y-5">
        <h2 id="services-title" className="text-headline lg:col-span-7">
          {services.title}
        </h2>
        <p className="max-w-[19.5em] self-end text-lead text-muted-foreground lg:col-span-4 lg:col-start-9">
          {services.intro}
        </p>
      </div>
      <ul className="ledger mt-6 lg:mt-10">
        {services.items.map(({ name, description, includes }, index) => (
          <li key={index}>
            <h3>{name}</h3>
            <p>{description}</p>
            <ul>
              {includes.map((part, index) => (
                <li key={index}>{part}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
