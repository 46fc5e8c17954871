import { WhatComesNext } from '@/components/site/what-comes-next'
import { buttonVariants } from '@/components/ui/button-variants'
import { offerPage } from '@/lib/content/offer'
import { acceptedSteps, firstInvoice, offerAccepted as words } from '@/lib/content/offer-accepted'
import { site } from '@/lib/content/studio'
import { printAgreed, readAgreed } from '@/lib/offers/agreed'
import { shortEmail } from '@/lib/text'

export function Accepted({
  text,
  email,
  files,
}: {
  text: string
  email: string
  /** The URLs of the text with its acceptance, and of the text alone. */
  files: { accepted: string; text: string }
}) {
  const agreed = printAgreed(readAgreed(text))
  const { title, sum, facts } = firstInvoice(agreed)
  return (
    <section aria-labelledby="what-now" className="sheet">
      <div className="water ticket deep">
        <p>
          <span className="text-muted-foreground">{words.invoice}</span>
          <span dir="auto" className="block text-title font-semibold">
            {title}
          </span>
        </p>
        <div>
          {sum && (
            <>
              <p className="ticket-time">{sum.amount}</p>
              <p className="mt-1 mb-5 font-medium">{sum.tax}</p>
            </>
          )}
          <dl className="ticket-facts">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div className="grid content-start justify-items-start gap-5 max-md:mt-6 md:p-5 lg:p-8">
        <p className="tag tag-green text-base max-md:hidden">{words.tag}</p>
        <h2 id="what-now" className="text-title">
          {words.title}
        </h2>
        <WhatComesNext steps={acceptedSteps(agreed, shortEmail(email))} />
        <p className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:w-full">
          <a
            href={files.accepted}
            className={buttonVariants({ variant: 'outline', className: 'max-sm:w-full' })}
          >
            {offerPage.downloadAccepted}
          </a>
          <a href={files.text} className="link inline-flex min-h-11 items-center">
            {offerPage.download}
          </a>
        </p>
        <p className="w-full border-t border-border pt-4 text-[0.9375rem] text-muted-foreground">
          <span>{words.doubt}</span>{' '}
          <a href={`mailto:${site.email}`} className="link">
            {site.email}
          </a>
        </p>
      </div>
    </section>
  )
}
