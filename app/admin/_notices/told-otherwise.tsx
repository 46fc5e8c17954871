import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import { formatShortDate, formatTime } from '@/lib/dates'
import type { ToldCall } from '@/lib/mail/queries'
import { paths } from '@/lib/paths'
import { CopyVisitorLink } from '../_requests/copy-visitor-link'
import { noteTold, tellVisitors } from './actions'
import { NoticeButton } from './notice-button'

interface ToldOtherwiseProps {
  calls: ToldCall[]
  /** Whether mails are sent. If not, the studio sends people their links. */
  mailed: boolean
}

/**
 * Confirmed calls whose visitors were told another location, as when the usual one was changed.
 */
export function ToldOtherwise({ calls, mailed }: ToldOtherwiseProps) {
  if (calls.length === 0) return null
  const ids = calls.map(({ id }) => id)
  return (
    <Alert className="grid gap-2 text-sm">
      <p>
        {calls.length === 1
          ? 'The visitor of 1 confirmed call was told another location.'
          : `The visitors of ${calls.length} confirmed calls were told another location.`}
        {!mailed && ' No mail server is set up: send each the link to their booking, which says where it is.'}
      </p>
      <ul aria-label="Calls that were told another location" className="grid gap-1.5">
        {calls.map(({ id, name, date, start_time, told, now }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
            <span>
              <Link
                href={`${paths.admin}?id=${id}`}
                prefetch={false}
                scroll={false}
                className="font-semibold text-brand underline underline-offset-3"
              >
                <bdi>{name}</bdi>
              </Link>
              , {formatShortDate(date)}, {formatTime(start_time, true)}: told “{told}”, now “{now}”
            </span>
            {!mailed && <CopyVisitorLink id={id} />}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {mailed && (
          <NoticeButton action={tellVisitors} ids={ids} failure="Failed to tell them">
            Tell them
          </NoticeButton>
        )}
        <NoticeButton
          aria-label="Done: they know the location"
          action={noteTold}
          ids={ids}
          failure="Failed to take the notice away"
        >
          Done
        </NoticeButton>
      </div>
    </Alert>
  )
}
