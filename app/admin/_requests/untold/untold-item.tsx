import { writeClipboard } from '@/lib/clipboard'
import { formatShortDate, formatTime } from '@/lib/dates'
import type { UntoldCall } from '@/lib/requests/untold'
import { copyVisitorLink } from '../../visitor-link'
import { copyFailure } from '../../_components/copy-text'
import { ActionButton } from '../../_components/action-button'
import type { MenuItem } from '../../_components/more-menu'
import { useAdminAction } from '../../_components/use-admin-action'
import type { ActionResult } from '../../action-result'
import type { VisitorTexts } from './use-visitor-texts'
import { visitorMailHref } from './visitor-mail-href'

interface UntoldItemProps {
  call: UntoldCall
  texts: VisitorTexts
  /** The way whose button is the page's main (filled) one; not all are buttons here. */
  main?: 'ring' | 'send' | 'write' | 'copy'
  before?: React.ReactNode
  /** The menu of the other ways, which then has the e-mail unless that is the main one. */
  more?: (write: MenuItem) => React.ReactNode
  children?: React.ReactNode
}

export function UntoldItem({ call, texts, main, before, more, children }: UntoldItemProps) {
  const { id, name, hasLink } = call
  const { run, pending } = useAdminAction()

  /** The text has the visitor's link if the booking has one. */
  async function withText(go: (text: string) => ActionResult | Promise<ActionResult>): Promise<ActionResult> {
    if (!hasLink) return go(texts.writeText(call, null))
    const result = await copyVisitorLink(id)
    if (result.kind !== 'done' || !result.copy) return result
    return go(texts.writeText(call, result.copy))
  }
  const copy = () =>
    withText(async (text) =>
      (await writeClipboard(text)) ? { kind: 'done', message: `Text for ${name} copied` } : copyFailure(text),
    )
  const mail = () =>
    withText((text) => {
      location.href = visitorMailHref(call, text)
      return { kind: 'done', message: `Email to ${name} opened` }
    })

  const write = () => run(mail, { failure: 'Failed to write the email' })

  return (
    <div className="grid grid-cols-1 gap-3 [overflow-wrap:anywhere]">
      {texts.isOutdated(call) && (
        <p className="font-medium">
          It was changed since you took the text: tell them again how it stands now.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {before}
        {(!more || main === 'write') && (
          <ActionButton
            size="sm"
            variant={main === 'write' ? 'default' : 'outline'}
            aria-label={`Write an email to ${name}`}
            pending={pending}
            onClick={write}
          >
            Write an email
          </ActionButton>
        )}
        <ActionButton
          size="sm"
          variant={main === 'copy' ? 'default' : 'outline'}
          aria-label={`Copy text for ${name}`}
          pending={pending}
          onClick={() => run(copy, { failure: 'Failed to copy the text' })}
        >
          Copy text
        </ActionButton>
        {more?.({ name: 'Write an email', onPress: write })}
        {children}
      </div>
    </div>
  )
}

/** Names the change that the visitor does not know. */
export function describeChange({ change, was, now }: UntoldCall): string {
  switch (change) {
    case 'first':
      return 'That we have their booking'
    case 'cancelled':
      return 'That it is cancelled'
    case 'moved':
      return was ? `That it moved from ${shortTime(was)}` : 'That it moved'
    case 'restored':
      return 'That it stands again, as it was'
    case 'confirmed':
      return 'That it is confirmed'
    case 'unconfirmed':
      return 'That it is not confirmed any more'
    case 'location':
      return `Where it happens now: ${now}`
  }
}

/** 'Tue 1 Dec, 9:00 AM'. */
export function shortTime({ date, start_time }: { date: string; start_time: string }): string {
  return `${formatShortDate(date)}, ${formatTime(start_time, true)}`
}
