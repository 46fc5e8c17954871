import { buttonVariants } from '@/components/ui/button-variants'
import { mailto } from '@/lib/booking/mailto'
import { changeSubjects } from '@/lib/content/call-changes'
import { changeText } from '@/lib/requests/change-text'
import type { PersonToTell } from '@/lib/requests/notices'
import { requestPath } from '@/lib/paths'
import { ActionButton } from '../../_components/action-button'
import { type MenuItem, MoreMenu } from '../../_components/more-menu'
import { RequestLink } from '../../_components/request-link'
import { useNotice } from '../../_components/use-notice'
import { sendMailsAgain } from '../../_requests/untold/actions'
import { UntoldItem } from '../../_requests/untold/untold-item'
import type { VisitorTexts } from '../../_requests/untold/use-visitor-texts'

/** The way that fits the cause is the main (filled) button. */
export function WaysToTell({ person, texts }: { person: PersonToTell; texts: VisitorTexts }) {
  const { email, name, calls, notice } = person
  const { run, pending } = useNotice()
  const phone = calls.find((call) => call.phone)?.phone
  const main = notice?.way === 'ring' && !phone ? 'copy' : (notice?.way ?? 'write')
  const sendAgain = () => run(() => sendMailsAgain(notice?.mails ?? []), 'Failed to send again')
  const before =
    main === 'ring' ? (
      <a href={`tel:${phone}`} className={buttonVariants({ size: 'sm' })}>
        {`Ring ${phone}`}
      </a>
    ) : (
      main === 'send' && (
        <ActionButton size="sm" aria-label={`Send again to ${name}`} pending={pending} onClick={sendAgain}>
          Send again
        </ActionButton>
      )
    )
  const others =
    notice?.requests.filter(({ id, href }) => href || !calls.some((call) => call.id === id)) ?? []
  const groups = (write: MenuItem | '' | null) => [
    [
      phone && main !== 'ring' && { name: `Ring ${phone}`, href: `tel:${phone}` },
      main !== 'write' && write,
      notice && main !== 'send' && { name: 'Send again', onPress: sendAgain },
    ],
    others.map(({ id, label, href }) => ({ name: label, href: href ?? requestPath(id) })),
  ]
  const more = (write: MenuItem | '' | null) => <MoreMenu label={`More for ${name}`} groups={groups(write)} />
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
          <UntoldItem
            {...{ call, texts }}
            main={at === 0 ? main : undefined}
            before={at === 0 && before}
            more={at === 0 ? more : undefined}
          >
            <RequestLink id={call.id} className="ml-auto font-normal">
              Open the request
            </RequestLink>
          </UntoldItem>
        </div>
      ))}
      {calls.length === 0 && (
        <>
          {sentence}
          <div className="flex flex-wrap items-center gap-2">
            {before}
            {email && main !== 'send' && (
              <a href={mailto(email)} className={buttonVariants({ size: 'sm' })}>
                Write an email
              </a>
            )}
            {more(email && main === 'send' ? { name: 'Write an email', href: mailto(email) } : null)}
          </div>
        </>
      )}
    </div>
  )
}
