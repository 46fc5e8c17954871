import { Checkbox } from '@/components/ui/checkbox'
import { offerTerms } from '@/lib/content/offer'
import { siteDates } from '@/lib/dates'
import { type DraftProblem, draftLimits, type OfferDraft, sumOf } from '@/lib/offers/draft'
import { formatCents, splitCents } from '@/lib/offers/money'
import { FoldedLine } from '../../_components/folded-line'
import { DraftPrice } from './draft-price'
import { Row, Rows } from './draft-rows'
import { StartFrom } from './start-from'
import { TextField } from './text-field'

interface DraftFieldsProps {
  draft: OfferDraft
  /** `YYYY-MM-DD`. */
  today: string
  invalid: DraftProblem | null
  /** True if the site sends the offer by mail. */
  mailed: boolean
  onChange: (change: Partial<OfferDraft>) => void
}

/** The fields of the offer form. */
export function DraftFields({ draft, today, invalid, mailed, onChange }: DraftFieldsProps) {
  const sum = sumOf(draft)
  const steps = splitCents(
    sum.total,
    draft.payments.map(({ percent }) => Number(percent) || 0),
  )
  const dates = { min: today, max: siteDates(today).last }
  const paid = draft.payments.reduce((total, { percent }) => total + (Number(percent) || 0), 0)
  const text = (
    name:
      | 'title'
      | 'forName'
      | 'forCompany'
      | 'forAddress'
      | 'about'
      | 'weeks'
      | 'start'
      | 'validUntil'
      | 'included'
      | 'excluded'
      | 'terms'
      | 'words',
  ) => ({
    name,
    invalid,
    value: draft[name],
    onValue: (value: string) => onChange({ [name]: value }),
  })
  const setStep = (at: number, change: Partial<OfferDraft['payments'][number]>) =>
    onChange({ payments: draft.payments.map((step, nth) => (nth === at ? { ...step, ...change } : step)) })

  return (
    <>
      <StartFrom draft={draft} onChange={onChange} />
      <TextField
        {...text('title')}
        label="What is offered"
        placeholder="Growth: a booking app for surf lessons"
      />
      <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
        <legend className="sr-only">Whom it is made to</legend>
        <TextField {...text('forName')} label="For" />
        <TextField {...text('forCompany')} label="Their company (optional)" />
        <div className="sm:col-span-2">
          <TextField {...text('forAddress')} label="Their address (optional)" />
        </div>
      </fieldset>
      <TextField
        {...text('about')}
        label="What it is (optional)"
        placeholder="Who uses it, for what"
        lines={2}
      />
      <DraftPrice {...{ draft, sum, invalid, onChange }} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text('included')} label="Included" hint="One a line." lines={6} />
        <TextField {...text('excluded')} label="Not included" hint="One a line." lines={6} />
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <TextField {...text('weeks')} label="How long" placeholder="4-6 weeks" />
        <TextField {...text('start')} label="Start (optional)" type="date" {...dates} />
        <TextField {...text('validUntil')} label="Valid until the end of" type="date" {...dates} />
      </div>
      <Rows
        legend="How it is paid"
        hint="When, and how much of the whole price."
        footer={
          <p className="text-right text-muted-foreground tabular-nums">
            {paid === 100 ? steps.map((cents) => formatCents(cents)).join(' + ') : `${paid}% of 100%`}
          </p>
        }
        add="Add a payment"
        onAdd={
          draft.payments.length < draftLimits.items
            ? () => onChange({ payments: [...draft.payments, { text: '', percent: '' }] })
            : undefined
        }
      >
        {draft.payments.map((step, at) => (
          <Row
            key={at}
            nth={at + 1}
            what="payment"
            onRemove={
              draft.payments.length > 1
                ? () => onChange({ payments: draft.payments.filter((_, nth) => nth !== at) })
                : undefined
            }
          >
            <TextField
              name={`payments.${at}.text`}
              invalid={invalid}
              label={`Payment ${at + 1}: when`}
              isHidden
              placeholder="When"
              value={step.text}
              onValue={(value) => setStep(at, { text: value })}
            />
            <TextField
              name={`payments.${at}.percent`}
              invalid={invalid}
              label={`Payment ${at + 1}: percent of the whole price`}
              isHidden
              placeholder="Percent"
              inputMode="numeric"
              isNumber
              unit="%"
              value={step.percent}
              onValue={(percent) => setStep(at, { percent })}
            />
          </Row>
        ))}
      </Rows>
      <div className="border-t border-border">
        <Line
          title="The terms"
          now={draft.terms === offerTerms.terms ? 'As in every offer' : 'Changed for this offer'}
        >
          <TextField
            {...text('terms')}
            label="The terms"
            isHidden
            hint="A sample: ask your lawyer."
            lines={12}
          />
        </Line>
        <Line
          title="Your own words in the email"
          now={draft.words.trim() ? <bdi className="line-clamp-1">{draft.words}</bdi> : 'None'}
          verb={draft.words.trim() ? 'Change' : 'Add'}
        >
          <TextField
            {...text('words')}
            label="Your own words in the email (optional)"
            isHidden
            hint="Its first lines. They are no part of the offer."
            lines={4}
          />
        </Line>
        {mailed && (
          <Line title="Reminder" now={draft.followsUp ? 'Two days before its last day' : 'None'}>
            <label className="flex cursor-pointer items-start gap-2.5">
              <Checkbox
                checked={draft.followsUp}
                onCheckedChange={(checked) => onChange({ followsUp: checked === true })}
              />
              <span>
                Remind them once, two days before its last day
                <span className="block text-muted-foreground">
                  At 9:00, unless they have answered or changed something, or it is valid for less than four
                  days.
                </span>
              </span>
            </label>
          </Line>
        )}
      </div>
    </>
  )
}

function Line({ title, children, ...props }: React.ComponentProps<typeof FoldedLine>) {
  return (
    <div className="border-b border-border">
      <FoldedLine title={<span className="font-medium">{title}</span>} {...props}>
        <div className="pt-1 pb-4">{children}</div>
      </FoldedLine>
    </div>
  )
}
