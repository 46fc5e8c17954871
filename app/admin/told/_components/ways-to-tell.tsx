import { buttonVariants } from '@/components/ui/button-variants'
import { mailto } from '@/lib/booking/mailto'
import { changeSubjects, changeText } from '@/lib/content/call-changes'
import type { PersonToTell } from '@/lib/mail/notices'
import { requestPath } from '@/lib/paths'
import { NoticeButton } from '../../_components/notice-button'
import { RequestLink } from '../../_components/request-link'
import { sendMailsAgain } from '../../_requests/calls-to-tell/actions'
import { CallToTellItem } from '../../_requests/calls-to-tell/call-to-tell-item'
import type { VisitorTexts } from '../../_requests/calls-to-tell/use-visitor-texts'

/** What to tell a person, and the ways to do it. The one that fits the cause is the main (filled) button. */
export function WaysToTell({ person, texts }: { person: PersonToTell; texts: VisitorTexts }) {
  const { email, name, calls, notice } = person
  const phone = calls.find((call) => call.phone)?.phone
  const main = notice?.way === 'ring' && !phone ? 'copy' : (notice?.way ?? 'write')
  const look = (way: typeof main) => ({ size: 'sm', variant: way === main ? 'default' : 'outline' }) as const
  const ring = phone && (
    <a href={`tel:${phone}`} className={buttonVariants(look('ring'))}>
      {`Ring ${phone}`}
    </a>
  )
  const send = notice && (
    <NoticeButton
      aria-label={`Send again to ${name}`}
      action={sendMailsAgain}
      items={notice.mails}
      failure="Failed to send again"
      {...look('send')}
    >
      Send again
    </NoticeButton>
  )
  const before = main === 'ring' ? ring : main === 'send' && send
  const after = (
    <>
      {main !== 'ring' && ring}
      {main !== 'send' && send}
      {notice?.requests
        .filter(({ id, href }) => href || !calls.some((call) => call.id === id))
        .map(({ id, label, href }) => (
          <a
            key={href ?? id}
            href={href ?? requestPath(id)}
            className="text-brand underline underline-offset-3"
          >
            {label}
          </a>
        ))}
    </>
  )
  const sentence = notice && <p className="[overflow-wrap:anywhere]">{notice.sentence}</p>
  return (
    <div className="col-span-full mb-3 grid grid-cols-1 gap-3 rounded-xl border border-border bg-card p-4 md:ml-7">
      {calls.map((call, at) => (
        <div key={call.id} className="grid grid-cols-1 gap-3">
          <p>
            <span className="text-muted-foreground">Subject: </span>
            {changeSubjects[call.change]}
          </p>
          <p className="max-w-[44em] leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap">
            {changeText(call, call.hasLink ? '[the link to their booking]' : null)}
          </p>
          {at === 0 && sentence}
          <CallToTellItem {...{ call, texts }} main={at === 0 ? main : undefined} before={at === 0 && before}>
            {at === 0 && after}
            <RequestLink id={call.id} className="ml-auto font-normal">
              Open the request
            </RequestLink>
          </CallToTellItem>
        </div>
      ))}
      {calls.length === 0 && (
        <>
          {sentence}
          <div className="flex flex-wrap items-center gap-2">
            {before}
            {email && (
              <a href={mailto(email)} className={buttonVariants(look('write'))}>
                Write an email
              </a>
            )}
            {after}
          </div>
        </>
      )}
    </div>
  )
}
