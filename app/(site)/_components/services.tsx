import { services } from '@/lib/content/home'

/** Three kinds of work, as rows of a ledger. */
export function Services() {
  return (
    <section id="our-services" tabIndex={-1} aria-labelledby="services-title" className="wrap section">
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-12">
        <h2 id="services-title" className="text-headline lg:col-span-7">
          {services.title}
        </h2>
        <p className="max-w-[23em] self-end text-lead text-muted-foreground lg:col-span-4 lg:col-start-9">
          {services.intro}
        </p>
      </div>
      <ul className="mt-12 lg:mt-20">
        {services.items.map(({ name, description, includes }) => (
          <li
            key={name}
            className="grid gap-x-6 gap-y-4 border-t border-foreground py-7 md:grid-cols-12 lg:py-9"
          >
            <h3 className="text-title md:col-span-4">{name}</h3>
            <p className="max-w-[32em] md:col-span-5">{description}</p>
            <ul className="text-muted-foreground md:col-span-3">
              {includes.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
