import { Contours } from '@/components/site/contours'
import { reasons } from '@/lib/content/home'

export function Reasons() {
  return (
    <section
      id="value-props"
      tabIndex={-1}
      aria-labelledby="reasons-title"
      className="relative overflow-clip"
    >
      <Contours
        edge="#0000 calc(50% + 2rem), #000 calc(50% + 6rem)"
        ground="bg-muted"
        className="top-1/2 -left-[79rem] w-[100rem] [translate:0_-50%] max-lg:hidden xl:-left-[72rem]"
      />
      <div className="relative wrap grid-12 gap-y-4 section sm:gap-y-7">
        <h2 id="reasons-title" className="text-headline lg:col-span-4">
          {reasons.title}
        </h2>
        <ul className="reasons lg:col-span-8">
          {reasons.items.map(({ name, text }, index) => (
            <li key={index}>
              <h3>{`${name}.`}</h3>
              {` ${text}`}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
