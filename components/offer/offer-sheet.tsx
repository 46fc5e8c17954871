import { Logo } from '@/components/site/logo'
import { site } from '@/lib/content/studio'
import { type Line, printedAmount, type Sheet } from '@/lib/offers/text'
import { Group, Lines, type Say } from './offer-lines'

/** Their values are clear without them. Screen readers and copied text keep them. */
const HIDDEN_LABELS = ['Company: ', 'Address: ', 'Email: ']

interface OfferSheetProps {
  sheet: Sheet
  say?: Say
  /** Stands in the place of a price that is still missing. */
  hero?: React.ReactNode
}

/** Every line appears once, in the order of the text. Screen readers skip the drawings. */
export function OfferSheet({ sheet, say, hero }: OfferSheetProps) {
  const { title, from, to, about, price, included, excluded, time, payments, terms } = sheet
  const total = price.lines.at(-1)
  const amount = printedAmount(total?.parts[0] ?? '')
  return (
    <>
      <div className="offer-head">
        <p aria-hidden className="offer-letterhead">
          <Logo />
          <span>{site.name}</span>
        </p>
        <Group lines={title} say={say} />
      </div>
      <div className="offer-two">
        <Party lines={from} />
        <Party lines={to} say={say} />
      </div>
      {about.length > 0 && (
        <div className="offer-about">
          {about.map((group, at) => (
            <Group key={at} lines={group} />
          ))}
        </div>
      )}
      <div className="offer-price">
        <h3 className="offer-unseen">{price.heading.parts}</h3>
        <div aria-hidden={!hero}>
          <p className={`offer-hero ${amount.length > 8 ? 'offer-long' : ''}`}>{hero ?? amount}</p>
          <p className="offer-hero-words">{total?.parts[1]}</p>
        </div>
        <Lines lines={price.lines} say={say} />
      </div>
      <div className="offer-two offer-scope">
        <Part {...included} say={say} />
        {excluded && <Part {...excluded} />}
      </div>
      <div className="offer-two">
        <Part {...time} say={say} />
        <Part {...payments} say={say} />
      </div>
      <div className="offer-terms">
        <h3 className="offer-heading">{terms.heading.parts}</h3>
        <div>
          {terms.groups.map((group, at) => (
            <Group key={at} lines={group} say={say} />
          ))}
        </div>
      </div>
    </>
  )
}

function Part({ heading, lines, say }: Sheet['price'] & { say?: Say }) {
  return (
    <div>
      <h3 className="offer-heading">{heading.parts}</h3>
      <Lines lines={lines} say={say} />
    </div>
  )
}

function Party({ lines, say = (text) => text }: { lines: Line[]; say?: Say }) {
  return (
    <div className="offer-party">
      {lines.map(({ parts: [lead, rest] }, at) => (
        <p key={at} dir="auto">
          <span className={HIDDEN_LABELS.includes(lead) ? 'offer-unseen' : undefined}>{lead}</span>
          {rest !== undefined && <span dir="auto">{say(rest)}</span>}
        </p>
      ))}
    </div>
  )
}
