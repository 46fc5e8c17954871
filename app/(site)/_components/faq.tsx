import { Badge } from '@/components/ui/badge'
import { faq } from '@/lib/content/faq'

/** Native `details` of one name: the browser keeps one open at a time, with or without JavaScript. */
export function Faq() {
  return (
    <section aria-labelledby="faq-title" className="bg-muted">
      <div className="wrap grid gap-x-6 gap-y-10 section lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id="faq-title" className="text-headline">
            {faq.title}
          </h2>
          {faq.sample && <Badge className="mt-5">Sample answers</Badge>}
        </div>
        <div className="lg:col-span-7 lg:col-start-6">
          {faq.items.map(({ question, answer }) => (
            <details key={question} name="faq" className="group border-b border-input first:border-t">
              <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-4 text-lead font-medium [&::-webkit-details-marker]:hidden">
                {question}
                <svg
                  viewBox="0 0 16 16"
                  aria-hidden
                  className="size-4 shrink-0 stroke-current stroke-2 transition-transform duration-200 group-open:rotate-45 motion-reduce:transition-none"
                >
                  <path d="M8 1v14M1 8h14" />
                </svg>
              </summary>
              <p className="max-w-[60ch] pb-6 text-muted-foreground">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
