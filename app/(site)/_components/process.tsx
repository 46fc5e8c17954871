import { process } from '@/lib/content/home'
import { Coastline, CoastSegment, headlands } from './coastline'

/** Four steps as marks along a coast: across the page where there is room, down the page where there is not. */
export function Process() {
  return (
    <section aria-labelledby="process-title" className="overflow-clip section-top">
      <div className="wrap">
        <h2 id="process-title" className="text-headline">
          {process.title}
        </h2>
        <div className="relative mt-12 lg:mt-16">
          <ol className="steps">
            {process.steps.map(({ name, text }, index) => (
              <li
                key={name}
                className="step"
                style={{ '--headland': `${headlands[index]}px` } as React.CSSProperties}
              >
                <CoastSegment odd={index % 2 === 1} />
                <h3 className="text-title">{name}</h3>
                <p className="mt-2 max-w-[26em] text-muted-foreground">{text}</p>
              </li>
            ))}
          </ol>
          <Coastline />
        </div>
      </div>
    </section>
  )
}
