import { buttonVariants } from '@/components/ui/button-variants'
import { site } from '@/lib/content/site'

/** The page shown instead of an offer. `retry` is the URL of a Retry button. */
export function MessagePage({ title, lead, retry }: { title: string; lead: string; retry?: string }) {
  return (
    <div className="wrap pt-10 pb-(--section) sm:pt-14">
      <h1 className="text-headline">{title}</h1>
      <p className="mt-4 max-w-[34em] text-lead text-muted-foreground">{lead}</p>
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        {retry && (
          <a href={retry} className={buttonVariants()}>
            Retry
          </a>
        )}
        <a href={`mailto:${site.email}`} className="link">
          {site.email}
        </a>
      </p>
    </div>
  )
}
