import { faq } from '@/lib/content/faq'

/** Native `details` with one name: the browser keeps one open at a time, with or without JavaScript. */
export function Faq() {
  return (
    <section aria-labelledby="faq-title" className="bg-muted">
      <div className="wrap grid-12 gap-y-4 section sm:gap-y-7">
        <div className="lg:col-span-4">
          <h2 id="faq-title" className="text-headline">
            {faq.title}
          </h2>
          {faq.sample && <p className="tag tag-yellow mt-3 sm:mt-5">Sample answers</p>}
        </div>
        <div className="questions unfold lg:col-span-7 lg:col-start-6">
          {faq.items.map(({ question, answer }, index) => (
            <details key={index} name="faq">
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
