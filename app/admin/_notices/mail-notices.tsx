import { Alert } from '@/components/ui/alert'
import type { MailNotice } from '@/lib/mail/notices'
import { RequestLink } from '../_components/request-link'
import { dismissMailNotice, sendMailsAgain } from './actions'
import { NoticeButton } from '../_components/notice-button'

/** How many people's notices are shown until the list is expanded. */
const SHOWN = 5

/** Whom our mails did not reach, and what can be done about it. */
export function MailNotices({ people }: { people: MailNotice[] }) {
  const rest = people.slice(SHOWN)
  return (
    <>
      {people.slice(0, SHOWN).map((notice) => (
        <Notice key={notice.mails[0]} {...notice} />
      ))}
      {rest.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit rounded py-1 font-medium">
            {`Our emails did not reach ${rest.length === 1 ? '1 more person' : `${rest.length} more people`}`}
          </summary>
          <div className="mt-2 grid gap-3">
            {rest.map((notice) => (
              <Notice key={notice.mails[0]} {...notice} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function Notice({ name, sentence, mails, requests }: MailNotice) {
  return (
    <Alert className="grid gap-2 text-sm">
      <p className="[overflow-wrap:anywhere]">{sentence}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {requests.map(({ id, label, href }) =>
          href ? (
            <a key={href} href={href} className="font-semibold text-brand underline underline-offset-3">
              {label}
            </a>
          ) : (
            <RequestLink key={id} id={id}>
              {label}
            </RequestLink>
          ),
        )}
        <NoticeButton
          aria-label={`Send again to ${name}`}
          action={sendMailsAgain}
          ids={mails}
          failure="Failed to send again"
        >
          Send again
        </NoticeButton>
        <NoticeButton
          aria-label={`Done with ${name}`}
          action={dismissMailNotice}
          ids={mails}
          failure="Failed to take the notice away"
        >
          Done
        </NoticeButton>
      </div>
    </Alert>
  )
}
