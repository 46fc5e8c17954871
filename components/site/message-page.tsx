import { buttonVariants } from '@/components/ui/button-variants'
import { site } from '@/lib/content/studio'

export interface MessagePageProps {
  title: string
  lead: string
  /** The URL of a 'Retry' button, which replaces `action`. */
  retry?: string
  action?: React.ReactNode
  children?: React.ReactNode
}

export function MessagePage({ title, lead, retry, action, children }: MessagePageProps) {
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
          action
        )}
        <a href={`mailto:${site.email}`} className="link max-w-full">
          {site.email}
        </a>
      </p>
    </div>
  )
}
