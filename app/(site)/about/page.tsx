import { FirstStyles } from '@/app/styles/first-styles'
import { RestStyles } from '@/app/styles/rest-styles'
import Link from 'next/link'
import { JsonLd } from '@/components/json-ld'
import { Contours } from '@/components/site/contours'
import { buttonVariants } from '@/components/ui/button-variants'
import { about } from '@/lib/content/about'
import { pageMetadata } from '@/lib/http/metadata'
import { paths } from '@/lib/paths'
import { FounderEntry } from './_components/founder-entry'

export const metadata = pageMetadata('about')

export default function AboutPage() {
  return (
    <>
      <FirstStyles of="about" />
      <section className="relative overflow-hidden">
        <Contours
          edge="28deg, #0000 calc(50% - 35rem), #000 calc(50% - 27rem)"
          className="-top-[68rem] -right-[58rem] w-[128rem] max-lg:hidden"
        />
        <div className="relative wrap grid-12 pt-12 pb-(--section)">
          <h1 className="max-w-[7.5em] text-display lg:col-span-12">{about.title}</h1>
          <p className="mt-8 max-w-[24em] text-lead lg:col-span-6 lg:mt-12">{about.lead}</p>
          <div className="mt-6 grid max-w-[32em] gap-4 text-muted-foreground lg:col-span-5 lg:col-start-8 lg:mt-12">
            {about.story.map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </div>
        </div>
      </section>

      <section aria-labelledby="founders-title" className="relative bg-muted">
        <div className="wrap section">
          <h2 id="founders-title" className="text-headline">
            {about.foundersTitle}
          </h2>
          {about.founders.some(({ sample }) => sample) && <p className="tag tag-yellow mt-3">Sample</p>}
          <ul className="mt-6 grid-12 items-start gap-y-8 lg:mt-8">
            {about.founders.map((founder, index) => (
              <FounderEntry key={founder.title} founder={founder} index={index} />
            ))}
          </ul>
        </div>
      </section>

      {/* Here, because only what stands below waits for these styles. */}
      <RestStyles />
      <section aria-labelledby="about-closing" className="deep depth-2">
        <div className="wrap section">
          <h2 id="about-closing" className="text-headline">
            {about.closing.title}
          </h2>
          <p className="mt-4 text-lead text-muted-foreground">{about.closing.text}</p>
          <Link
            href={paths.booking}
            prefetch={false}
            className={buttonVariants({ size: 'lg', className: 'mt-6' })}
          >
            {about.closing.action}
          </Link>
        </div>
      </section>
      <JsonLd page="about" />
    </>
  )
}
