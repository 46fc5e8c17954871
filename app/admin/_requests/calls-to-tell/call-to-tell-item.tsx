import { writeClipboard } from '@/lib/clipboard'
import { formatShortDate, formatTime } from '@/lib/dates'
import type { CallToTell, SeenCall } from '@/lib/mail/calls-to-tell'
import { cn } from '@/lib/utils'
import { copyVisitorLink } from '../../visitor-link'
import { copyFailure } from '../../_components/copy-text'
import { ActionButton } from '../../_components/action-button'
import { useAdminAction } from '../../_components/use-admin-action'
import type { ActionResult } from '../../action-result'
import { markKnown } from './actions'
import { NoticeButton } from '../../_components/notice-button'
import { seenOf, type VisitorTexts } from './use-visitor-texts'
import { visitorMailHref } from './visitor-mail-href'

interface CallToTellItemProps {
  call: CallToTell
  texts: VisitorTexts
  /** True to show 'Write an email' as the page's main (filled) button. */
  isMain?: boolean
  /** True to show the visitor's name and small buttons on one line, without 'Write an email'. */
  isShort?: boolean
  /** Further controls, after the buttons. */
  children?: React.ReactNode
}

/** The buttons with which an admin tells one visitor about a change. */
export function CallToTellItem({ call, texts, isMain, isShort, children }: CallToTellItemProps) {
  const { id, name, hasLink } = call
  const { write, knownState, changed, handleResult } = texts
  const { run, pending } = useAdminAction()
  const known = knownState(call)
  const onResult = handleResult([id])
  const look = isShort
    ? ({ size: 'xs', variant: 'ghost' } as const)
    : ({ size: 'sm', variant: 'outline' } as const)

  /** Calls `go` with the text for the visitor, with their link if the booking has one. */
  async function withText(go: (text: string) => ActionResult | Promise<ActionResult>): Promise<ActionResult> {
    if (!hasLink) return go(write(call, null))
    const result = await copyVisitorLink(id)
    if (!('copy' in result) || !result.copy) return result
    return go(write(call, result.copy))
  }
  const copy = () =>
    withText(async (text) =>
      (await writeClipboard(text)) ? { message: `Text for ${name} copied` } : copyFailure(text),
    )
  const mail = () =>
    withText((text) => {
      location.href = visitorMailHref(call, text)
      return { message: `Email to ${name} opened` }
    })

  return (
    <div className={cn('[overflow-wrap:anywhere]', isShort ? 'flex items-center gap-2' : 'grid gap-3')}>
      {changed.includes(id) && (
        <p className="font-medium">It was changed since: tell them again how it stands now.</p>
      )}
      {!changed.includes(id) && !isSame(known, seenOf(call)) && (
        <p className="font-medium">
          It was changed since you took the text: tell them again how it stands now.
        </p>
      )}
      <div className={cn('flex items-center gap-2', !isShort && 'flex-wrap')}>
        {!isShort && (
          <ActionButton
            size="sm"
            variant={isMain ? 'default' : 'outline'}
            aria-label={`Write an email to ${name}`}
            pending={pending}
            onClick={() => run(mail, { failure: 'Failed to write the email' })}
          >
            Write an email
          </ActionButton>
        )}
        <ActionButton
          {...look}
          aria-label={`Copy text for ${name}`}
          pending={pending}
          onClick={() => run(copy, { failure: 'Failed to copy the text' })}
        >
          {isShort ? <Named words="Copy text for" name={name} /> : 'Copy text'}
        </ActionButton>
        <NoticeButton
          aria-label={`Told ${name}`}
          action={markKnown}
          items={[known]}
          failure="Failed to take the notice away"
          onResult={onResult}
          {...look}
        >
          {isShort ? <Named words="Told" name={name} /> : 'Told them'}
        </NoticeButton>
        {children}
      </div>
    </div>
  )
}

function Named({ words, name }: { words: string; name: string }) {
  return (
    <span className="max-w-44 truncate">
      {words} <bdi>{name}</bdi>
    </span>
  )
}

function isSame(one: SeenCall, other: SeenCall): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Describes in a few words the change that the visitor does not know. */
export function describeChange({ change, was, now }: CallToTell): string {
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

/** Returns 'Tue 1 Dec, 9:00 AM'. */
export function shortTime({ date, start_time }: { date: string; start_time: string }): string {
  return `${formatShortDate(date)}, ${formatTime(start_time, true)}`
}
