import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { manage } from '@/lib/content/manage'
import { site } from '@/lib/content/site'
import { paths } from '@/lib/paths'

interface MessagePageProps {
  title: string
  lead: string
  /** The URL of a Retry button, instead of the link to book another call. */
  retry?: string
  children?: React.ReactNode
}

/** The page shown instead of a booking: for a wrong link, an error, or an erased booking. */
export function MessagePage({ title, lead, retry, children }: MessagePageProps) {
  return (
    <div className="wrap pt-10 pb-(--section) sm:pt-14">
      <h1 className="text-headline">{title}</h1>
      <p className="mt-4 max-w-[34em] text-lead text-muted-foreground">{lead}</p>
      {children}
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        {retry ? (
          <a href={retry} className={buttonVariants()}>
            Retry
          </a>
        ) : (
          <Link href={paths.booking} prefetch={false} className={buttonVariants()}>
            {manage.bookAgain}
          </Link>
        )}
        <a href={`mailto:${site.email}`} className="link">
          {site.email}
        </a>
      </p>
    </div>
  )
}
