import { useEffect, useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { fieldVariants } from '@/components/ui/field-variants'
import { mailToSelf } from '@/lib/booking/mailto'
import { writeClipboard } from '@/lib/clipboard'
import { linkText as words } from '@/lib/content/booking'

interface KeepLinkProps {
  call: { email: string; date: string; start_time: string; mailed?: boolean; manage: string | null }
  /** Of the booking's own page, whose path is `manage`. */
  url: string
  hydrated: boolean
  /** True in the line above the calendar: only a button, which looks like a link. */
  isOneLine?: boolean
  /** Called after the visitor has copied the link, or opened a mail that contains it. */
  onKept?: () => void
}

/** If the site sends no mails, the visitor gets the link only here. */
export function KeepLink({ call, url, hydrated, isOneLine, onKept }: KeepLinkProps) {
  const [copyState, setCopyState] = useState<'not-tried' | 'copied' | 'refused'>('not-tried')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (copyState !== 'refused') return
    field.current?.focus()
    field.current?.select()
  }, [copyState])

  async function copy() {
    const isCopied = await writeClipboard(url)
    setCopyState(isCopied ? 'copied' : 'refused')
    if (isCopied) onKept?.()
  }

  return (
    <div className="grid justify-items-start gap-3">
      {!hydrated && (
        <p className="[overflow-wrap:anywhere]">
          <span>{`${words.bare} `}</span>
          <a href={call.manage ?? url} className="link">
            {url}
          </a>
        </p>
      )}
      {hydrated && copyState === 'refused' && (
        <label className="w-full">
          <span className="font-semibold">{`${words.byHand.title} `}</span>
          <span>{words.byHand.text}</span>
          <textarea
            ref={field}
            readOnly
            rows={2}
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onCopy={onKept}
            className={fieldVariants({ density: 'lines', className: 'mt-2 break-all' })}
          />
        </label>
      )}
      <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {hydrated && copyState !== 'refused' && (
          <button
            type="button"
            onClick={() => void copy()}
            className={
              isOneLine ? 'link min-h-11' : buttonVariants({ variant: call.mailed ? 'outline' : 'secondary' })
            }
          >
            {copyState === 'copied' ? words.copied : isOneLine ? words.copyIts : words.copy}
          </button>
        )}
        {!call.mailed && !isOneLine && (
          <a
            href={mailToSelf(call.email, call, url)}
            onClick={onKept}
            className="link inline-flex min-h-11 items-center"
          >
            {words.mail}
          </a>
        )}
      </p>
      <span role="status" className="sr-only">
        {copyState === 'copied' && words.copied}
      </span>
    </div>
  )
}
