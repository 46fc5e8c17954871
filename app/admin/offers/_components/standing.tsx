import { Button } from '@/components/ui/button'
import { uncapitalize } from '@/lib/capitalize'
import { mailReply } from '@/lib/booking/mailto'
import { writeReply } from '@/lib/requests/letters'
import { formatDate, formatTimestamp } from '@/lib/dates'
import { readAgreed } from '@/lib/offers/agreed'
import { formatAmount } from '@/lib/money'
import type { OfferPage } from '@/lib/requests/offer-page'
import { acceptedFile } from '@/lib/offers/text'
import { paths } from '@/lib/paths'
import { describeTurn, turnOf } from '@/lib/requests/turn'
import { CopyButton } from '../../_components/copy-button'
import { When } from '../../_components/when'
import { OfferPanel } from './offer-panel'

/** After this many wrong e-mail addresses in 24 hours, the database rejects every address. */
const MAX_GUESSES = 5

interface StandingProps extends OfferPage {
  offer: NonNullable<OfferPage['offer']>
  now: number
  /** `path` and `url` of the offer's page are null if the site has no `SITE_SECRET`. */
  path: string | null
  url: string | null
  mailed: boolean
  /** The last day with which the next version begins (`YYYY-MM-DD`). */
  renewedUntil: string
  /** Renders the buttons for a mail that a founder sends. */
  renderLetter: (letter: { kind: 'offer' | 'offer_withdrawn'; text: string; mail: string }) => React.ReactNode
  /** Renders the link to the request's page with an answer begun. */
  renderAnswer: (look: { isMain: boolean; children: string }) => React.ReactNode
}

export function Standing({
  offer,
  request,
  wentOut,
  now,
  path,
  url,
  mailed,
  renewedUntil,
  ...props
}: StandingProps) {
  const [newest] = offer.versions
  const { acceptance, guesses, status } = offer
  if (!newest || !status) return null
  const { version, valid_until, ending } = newest
  const isMade = status === 'open' && !wentOut
  const turn = request && turnOf(request, now)
  const reason = status === 'expired' ? 'offered' : status
  const isOurs = turn?.whose === 'ours' && turn.reason === reason
  const words = request && isOurs ? describeTurn(request, now) : null
  const first = acceptance && readAgreed(newest.text)?.payments?.first
  const lastDay = formatDate(valid_until)
  const ended = ending ? formatTimestamp(ending.ended_at) : ''
  const [lead, when] = {
    open: [`They can accept version ${version}`, ''],
    expired: [`Version ${version} has expired`, `At the end of ${lastDay}.`],
    withdrawn: [`Version ${version} was withdrawn`, ended],
    declined: [`They declined version ${version}`, ended],
    accepted: [`They accepted version ${version}`, ''],
  }[status]
  const hints = {
    open: isMade ? 'Until then you can withdraw it, in “…”.' : '',
    expired: `Version ${version + 1} begins as version ${version} was, valid until ${formatDate(renewedUntil)}. Nothing goes out before you send it.`,
    withdrawn: '',
    declined: '',
    accepted: first
      ? `Write to them opens a letter with the first step and the first payment, ${formatAmount(first.cents)}.`
      : '',
  }
  const kind = status === 'withdrawn' ? 'offer_withdrawn' : status === 'open' && 'offer'
  const facts = { version, valid_until, words: offer.words, ended_reason: ending?.reason ?? null, url }
  const letter = !mailed && kind && request && writeReply(kind, { ...bare, name: request.name, offer: facts })
  const mail = letter && request ? mailReply(request.email, letter, '') : null
  const isToSend = mail !== null && !wentOut
  const isAnswerable = status === 'accepted' || status === 'declined' || status === 'expired'
  return (
    <OfferPanel
      {...{ id: offer.id, name: request?.name ?? '', version, cents: newest.total_cents }}
      {...{ request: request?.id ?? null, status, mailed, isToSend }}
      sentMail={wentOut ? mail : null}
      hint={request ? hints[status] : ''}
      buttons={
        <>
          {isToSend && letter && kind && props.renderLetter({ kind, text: letter.body, mail })}
          {status === 'open' && !isToSend && url && (
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
              isMain: isOurs && status !== 'expired',
              children: status === 'expired' ? 'Answer' : 'Write to them',
            })}
          {status === 'accepted' && path && (
            <Button size="sm" variant="outline" asChild>
              <a href={`${path}/${acceptedFile(version)}`}>Their copy</a>
            </Button>
          )}
        </>
      }
    >
      {isMade && (
        <>
          <p>
            <b className="font-semibold">{`Version ${version} is made:`}</b>
            <span> send it yourself, no mail server is set up.</span>
          </p>
          <p className="text-muted-foreground">Its link opens already. Nobody has it before you send it.</p>
        </>
      )}
      {!isMade && (
        <p key={words ? 'ours' : 'theirs'}>
          {words && <b className="font-semibold">To answer: </b>}
          <span className={words ? '' : 'font-semibold'}>{lead && words ? uncapitalize(lead) : lead}</span>
          {status === 'open' && <span>{` until the end of ${lastDay}.`}</span>}
          {words && (
            <>
              <span> · </span>
              <When isLate={words.isLate}>{words.due || words.ago}</When>
            </>
          )}
        </p>
      )}
      {when && <p className="text-muted-foreground">{when}</p>}
      {status === 'withdrawn' && isToSend && (
        <p className="text-muted-foreground">No mail server is set up, so the site has told nobody.</p>
      )}
      {status === 'open' && guesses > 0 && (
        <p>
          <span>{`In 24 hours ${guesses === 1 ? '1 wrong email address was' : `${guesses} wrong email addresses were`} typed on its page.`}</span>
          {guesses >= MAX_GUESSES && (
            <span> It takes none any more, not even theirs: send another version, which begins anew.</span>
          )}
        </p>
      )}
      {ending?.reason && (
        <p dir="auto" className="whitespace-pre-wrap text-muted-foreground">
          {ending.reason}
        </p>
      )}
      {acceptance && (
        <p className="text-muted-foreground">
          {acceptance.channel === 'page'
            ? `On its page, as ${acceptance.typed_name} (${acceptance.email})`
            : `By email from ${acceptance.email}, recorded by ${acceptance.recorded_by}`}
          {`, ${formatTimestamp(acceptance.accepted_at)}${acceptance.email_text ? ':' : '.'}`}
        </p>
      )}
      {acceptance?.email_text && (
        <blockquote dir="auto" className="border-l-2 border-input pl-3 whitespace-pre-wrap">
          {acceptance.email_text}
        </blockquote>
      )}
    </OfferPanel>
  )
}

/** A mail about an offer states nothing about a call. */
const bare = { call: null, where: null, link: null, times: [] }
