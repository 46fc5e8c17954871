import { Button } from '@/components/ui/button'
import { uncapitalize } from '@/lib/capitalize'
import { mailReply } from '@/lib/booking/mailto'
import { writeReply } from '@/lib/requests/letters'
import { formatDate, formatTimestamp } from '@/lib/dates'
import { readAgreed } from '@/lib/offers/agreed'
import { formatAmount } from '@/lib/money'
import type { OfferPage } from '@/lib/requests/offer-page'
import type { OfferStatus } from '@/lib/offers/state'
import { acceptedFileName } from '@/lib/offers/text'
import { paths } from '@/lib/paths'
import { describeTurn, turnOf } from '@/lib/requests/turn'
import { CopyButton } from '../../_components/copy-button'
import { When } from '../../_components/when'
import { OfferPanel } from './offer-panel'

/** After this many wrong e-mail addresses in 24 hours, the database rejects every address. */
const MAX_WRONG_EMAILS = 5

/** For the texts of letters: a mail about an offer states nothing about a call. */
const noCall = { call: null, where: null, link: null, times: [] }

type Offer = NonNullable<OfferPage['offer']>
type Version = Offer['versions'][number]
type Acceptance = NonNullable<Offer['acceptance']>

interface StandingProps extends OfferPage {
  offer: Offer
  now: number
  /** `path` and `url` of the offer's page are null if the site has no `SITE_SECRET`. */
  path: string | null
  url: string | null
  /** True if the site has a mail server. `wentOut` is about this offer: somebody has mailed the newest version. */
  mailed: boolean
  /** The last day with which the next version begins (`YYYY-MM-DD`). */
  renewedUntil: string
  /** Renders the buttons for a mail that a founder sends. */
  renderLetter: (letter: { kind: 'offer' | 'offer_withdrawn'; text: string; mail: string }) => React.ReactNode
  /** Renders the link to the request's page with an answer begun. */
  renderAnswer: (look: { isMain: boolean; children: string }) => React.ReactNode
}

export function Standing({ offer, request, wentOut, now, path, url, mailed, ...props }: StandingProps) {
  const [newest] = offer.versions
  const { acceptance, wrongEmails, status } = offer
  if (!newest || !status) return null
  const { version, valid_until, ending } = newest
  const isUnsent = status === 'open' && !wentOut
  const turn = request && turnOf(request, now)
  // An expired offer keeps the reason 'offered'. The studio's turn can also be about something else, such as a call.
  const turnReason = status === 'expired' ? 'offered' : status
  const isToAnswer = turn?.whose === 'ours' && turn.reason === turnReason
  const turnWords = request && isToAnswer ? describeTurn(request, now) : null
  const lastDay = formatDate(valid_until)
  const { lead, when, hint = '' } = describeStatus(status, newest, isUnsent, props.renewedUntil)
  const kind = status === 'withdrawn' ? 'offer_withdrawn' : status === 'open' ? 'offer' : null
  const facts = { version, valid_until, words: offer.sentWords, ended_reason: ending?.reason ?? null, url }
  // With a mail server the site sends the letter itself.
  const letter =
    !mailed && kind && request ? writeReply(kind, { ...noCall, name: request.name, offer: facts }) : null
  const mailtoUrl = letter && request ? mailReply(request.email, letter, '') : null
  const hasMailToSend = mailtoUrl !== null && !wentOut
  const isAnswerable = status === 'accepted' || status === 'declined' || status === 'expired'
  return (
    <OfferPanel
      {...{ id: offer.id, name: request?.name ?? '', version, cents: newest.total_cents }}
      {...{ request: request?.id ?? null, status, mailed, hasMailToSend }}
      sentMail={wentOut ? mailtoUrl : null}
      hint={request ? hint : ''}
      buttons={
        <>
          {hasMailToSend &&
            letter &&
            kind &&
            props.renderLetter({ kind, text: letter.body, mail: mailtoUrl })}
          {status === 'open' && !hasMailToSend && url && (
            <CopyButton text={url} done="Link copied">
              Copy link
            </CopyButton>
          )}
          {status === 'expired' && (
            <Button size="sm" asChild>
              <a href={`${paths.offers}/${request?.id}?again`}>{`Write version ${version + 1}`}</a>
            </Button>
          )}
          {isAnswerable &&
            props.renderAnswer({
              isMain: isToAnswer && status !== 'expired',
              children: status === 'expired' ? 'Answer' : 'Write to them',
            })}
          {status === 'accepted' && path && (
            <Button size="sm" variant="outline" asChild>
              <a href={`${path}/${acceptedFileName(version)}`}>Their copy</a>
            </Button>
          )}
        </>
      }
    >
      {isUnsent && (
        <>
          <p>
            <b className="font-semibold">{`Version ${version} is made:`}</b>
            <span> send it yourself, no mail server is set up.</span>
          </p>
          <p className="text-muted-foreground">Its link opens already. Nobody has it before you send it.</p>
        </>
      )}
      {!isUnsent && (
        <p key={turnWords ? 'ours' : 'theirs'}>
          {turnWords && <b className="font-semibold">To answer: </b>}
          <span className={turnWords ? '' : 'font-semibold'}>{turnWords ? uncapitalize(lead) : lead}</span>
          {status === 'open' && <span>{` until the end of ${lastDay}.`}</span>}
          {turnWords && (
            <>
              <span> · </span>
              <When isLate={turnWords.isLate}>{turnWords.due || turnWords.ago}</When>
            </>
          )}
        </p>
      )}
      {when && <p className="text-muted-foreground">{when}</p>}
      {status === 'withdrawn' && hasMailToSend && (
        <p className="text-muted-foreground">No mail server is set up, so the site has told nobody.</p>
      )}
      {status === 'open' && wrongEmails > 0 && <WrongEmails count={wrongEmails} />}
      {ending?.reason && (
        <p dir="auto" className="whitespace-pre-wrap text-muted-foreground">
          {ending.reason}
        </p>
      )}
      {acceptance && <AcceptanceNote acceptance={acceptance} />}
    </OfferPanel>
  )
}

interface StatusText {
  /** Begins the sentence on the offer's state. */
  lead: string
  /** When it ended. */
  when?: string
  /** What the founder can do. */
  hint?: string
}

function describeStatus(
  status: OfferStatus,
  { version, valid_until, ending, text }: Version,
  isUnsent: boolean,
  renewedUntil: string,
): StatusText {
  const endedAt = ending ? formatTimestamp(ending.ended_at) : ''
  switch (status) {
    case 'open':
      return {
        lead: `They can accept version ${version}`,
        hint: isUnsent ? 'Until then you can withdraw it, in “…”.' : '',
      }
    case 'expired':
      return {
        lead: `Version ${version} has expired`,
        when: `At the end of ${formatDate(valid_until)}.`,
        hint: `Version ${version + 1} begins as version ${version} was, valid until ${formatDate(renewedUntil)}. Nothing goes out before you send it.`,
      }
    case 'withdrawn':
      return { lead: `Version ${version} was withdrawn`, when: endedAt }
    case 'declined':
      return { lead: `They declined version ${version}`, when: endedAt }
    case 'accepted': {
      const firstPayment = readAgreed(text)?.payments?.first
      return {
        lead: `They accepted version ${version}`,
        hint: firstPayment
          ? `Write to them opens a letter with the first step and the first payment, ${formatAmount(firstPayment.cents)}.`
          : '',
      }
    }
  }
}

/** How many wrong e-mail addresses were typed on the offer's page in the last 24 hours. */
function WrongEmails({ count }: { count: number }) {
  return (
    <p>
      <span>{`In 24 hours ${count === 1 ? '1 wrong email address was' : `${count} wrong email addresses were`} typed on its page.`}</span>
      {count >= MAX_WRONG_EMAILS && (
        <span> It takes none any more, not even theirs: send another version, which begins anew.</span>
      )}
    </p>
  )
}

/** Who accepted the offer, where and when, and the e-mail if they accepted by one. */
function AcceptanceNote({ acceptance }: { acceptance: Acceptance }) {
  return (
    <>
      <p className="text-muted-foreground">
        {acceptance.channel === 'page'
          ? `On its page, as ${acceptance.typed_name} (${acceptance.email})`
          : `By email from ${acceptance.email}, recorded by ${acceptance.recorded_by}`}
        {`, ${formatTimestamp(acceptance.accepted_at)}${acceptance.email_text ? ':' : '.'}`}
      </p>
      {acceptance.email_text && (
        <blockquote dir="auto" className="border-l-2 border-input pl-3 whitespace-pre-wrap">
          {acceptance.email_text}
        </blockquote>
      )}
    </>
  )
}
