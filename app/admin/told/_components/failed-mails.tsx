import { buttonVariants } from '@/components/ui/button-variants'
import { requestPath } from '@/lib/paths'
import type { MailNotice } from '@/lib/mail/notices'
import { NoticeButton } from '../../_components/notice-button'
import { dismissMailNotice, sendMailsAgain } from '../actions'

/** The people whom a mail did not reach, with buttons to send it again or dismiss the notice. */
export function FailedMails({ people }: { people: MailNotice[] }) {
  if (people.length === 0) return null
  return (
    <section aria-labelledby="failed-mails">
      <h2
        id="failed-mails"
        className="flex items-baseline gap-2 border-b border-border pb-2 text-base tracking-tight"
      >
        Mails that failed <span className="text-sm font-normal text-muted-foreground">{people.length}</span>
      </h2>
      <ul aria-labelledby="failed-mails" className="divide-y divide-border">
        {people.map(({ name, sentence, mails, requests }) => (
          <li
            key={mails[0]}
            className="grid min-h-11 items-center gap-x-6 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <p className="[overflow-wrap:anywhere]">{sentence}</p>
            <div className="flex flex-wrap items-center gap-x-1 gap-y-2 md:justify-end">
              {requests.map(({ id, label, href }) => (
                <a
                  key={href ?? id}
                  href={href ?? requestPath(id)}
                  className={buttonVariants({
                    size: 'xs',
                    variant: 'ghost',
                    className: 'text-brand max-md:-ml-2.5',
                  })}
                >
                  {label}
                </a>
              ))}
              <NoticeButton
                aria-label={`Send again to ${name}`}
                action={sendMailsAgain}
                items={mails}
                failure="Failed to send again"
              >
                Send again
              </NoticeButton>
              <NoticeButton
                aria-label={`Done with ${name}`}
                action={dismissMailNotice}
                items={mails}
                failure="Failed to take the notice away"
              >
                Done
              </NoticeButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
