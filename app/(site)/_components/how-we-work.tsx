import { howWeWork } from '@/lib/content/home'
import { Coastline, headlands } from './coastline'

export function HowWeWork() {
  return (
    <section aria-labelledby="how-we-work-title" className="overflow-clip section-top">
      <div className="wrap">
        <h2 id="how-we-work-title" className="text-headline">
          {howWeWork.title}
        </h2>
        <div className="relative mt-5 sm:mt-8 lg:mt-10">
          <ol className="steps">
            {howWeWork.steps.map(({ name, text }, index) => (
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
