import { useEffect, useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { fieldVariants } from '@/components/ui/field-variants'
import { mailToSelf } from '@/lib/booking/mailto'
import { writeClipboard } from '@/lib/clipboard'
import { keepLink as words } from '@/lib/content/booking'

interface KeepLinkProps {
  call: { email: string; date: string; start_time: string; mailed?: boolean; manage: string | null }
  /** The absolute URL of the booking's own page. */
  link: string
  hydrated: boolean
  /** True in the line above the calendar: only a button that looks like a link. */
  isShort?: boolean
  /** Called after the visitor has copied the link, or opened a mail that contains it. */
  onKept?: () => void
}

/** If the site sends no mails, the visitor gets the link only here. */
export function KeepLink({ call, link, hydrated, isShort, onKept }: KeepLinkProps) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (copied !== false) return
    field.current?.focus()
    field.current?.select()
  }, [copied])

  async function copy() {
    const isCopied = await writeClipboard(link)
    setCopied(isCopied)
    if (isCopied) onKept?.()
  }

  return (
    <div className="grid justify-items-start gap-3">
      {!hydrated && (
        <p className="[overflow-wrap:anywhere]">
          <span>{`${words.bare} `}</span>
          <a href={call.manage ?? link} className="link">
            {link}
          </a>
        </p>
      )}
      {hydrated && copied === false && (
        <label className="w-full">
          <span className="font-semibold">{`${words.byHand.title} `}</span>
          <span>{words.byHand.text}</span>
          <textarea
            ref={field}
            readOnly
            rows={2}
            value={link}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onCopy={onKept}
            className={fieldVariants({ density: 'lines', className: 'mt-2 break-all' })}
          />
        </label>
      )}
      <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {hydrated && copied !== false && (
          <button
            type="button"
            onClick={() => void copy()}
            className={
              isShort ? 'link min-h-11' : buttonVariants({ variant: call.mailed ? 'outline' : 'secondary' })
            }
          >
            {copied ? words.copied : isShort ? words.copyIts : words.copy}
          </button>
        )}
        {!call.mailed && !isShort && (
          <a
            href={mailToSelf(call.email, call, link)}
            onClick={onKept}
            className="link inline-flex min-h-11 items-center"
          >
            {words.mail}
          </a>
        )}
      </p>
      <span role="status" className="sr-only">
        {copied && words.copied}
      </span>
    </div>
  )
}
