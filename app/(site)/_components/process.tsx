import { process } from '@/lib/content/home'
import { Coastline, headlands } from './coastline'

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
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <Coastline />
        </div>
      </div>
    </section>
  )
}
