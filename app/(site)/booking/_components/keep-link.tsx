import { useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { mailToSelf } from '@/lib/booking/mailto'
import { writeClipboard } from '@/lib/clipboard'
import { formatDay } from '@/lib/dates'

interface KeepLinkProps {
  call: { email: string; date: string; start_time: string }
  /** The link to the booking's own page, absolute. */
  link: string
  hydrated: boolean
}

/**
 * The full link to a booking, with ways to save it. For when the site sends no mails, because the
 * visitor then has the link from nowhere else.
 */
export function KeepLink({ call, link, hydrated }: KeepLinkProps) {
  const text = useRef<HTMLParagraphElement>(null)
  return (
    <div className="w-full rounded-lg border border-border p-4 sm:p-5">
      <p className="font-semibold">Keep this link: it is the only way to change or cancel your call</p>
      <p ref={text} className="mt-2 text-sm break-all text-muted-foreground select-all">
        {link}
      </p>
      <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1">
        {hydrated && (
          <CopyLink
            link={link}
            variant="secondary"
            onFail={() => text.current && getSelection()?.selectAllChildren(text.current)}
          />
        )}
        {hydrated && 'share' in navigator && (
          <button
            type="button"
            // Rejected when the visitor cancels sharing.
            onClick={() =>
              void navigator
                .share({ title: `Your call on ${formatDay(call.date)}`, url: link })
                .catch(() => {})
            }
            className="link min-h-11"
          >
            Share
          </button>
        )}
        <a href={mailToSelf(call.email, call, link)} className="link inline-flex min-h-11 items-center">
          Email it to yourself
        </a>
      </p>
    </div>
  )
}

interface CopyLinkProps {
  link: string
  variant: 'secondary' | 'outline'
  /** Called when the browser did not copy. */
  onFail?: () => void
}

/** Copies the link to the booking's own page. */
export function CopyLink({ link, variant, onFail }: CopyLinkProps) {
  const [result, setResult] = useState('')
  async function copy() {
    const copied = await writeClipboard(link)
    if (!copied) onFail?.()
    setResult(copied ? 'Copied' : 'The browser did not let us copy it')
  }
  return (
    <>
      <button type="button" onClick={() => void copy()} className={buttonVariants({ variant })}>
        {result || 'Copy link'}
      </button>
      <span role="status" className="sr-only">
        {result}
      </span>
    </>
  )
}
