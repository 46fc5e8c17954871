import { Checkbox } from '@/components/ui/checkbox'
import { offerTerms } from '@/lib/content/offer'
import { siteDates } from '@/lib/dates'
import { type OfferDraft, sumOf } from '@/lib/offers/draft'
import { formatCents, splitCents } from '@/lib/money'
import { FoldedLine } from '../../_components/folded-line'
import { DraftPrice } from './draft-price'
import { DraftRows } from './draft-rows'
import { StartFrom } from './start-from'
import { TextField } from './text-field'

interface DraftFieldsProps {
  draft: OfferDraft
  today: string
  mailed: boolean
  onChange: (change: Partial<OfferDraft>) => void
}

type TextName = {
  [Name in keyof OfferDraft]: OfferDraft[Name] extends string ? Name : never
}[keyof OfferDraft]

export function DraftFields({ draft, today, mailed, onChange }: DraftFieldsProps) {
  const sum = sumOf(draft)
  const steps = splitCents(
    sum.total,
    draft.payments.map(({ percent }) => Number(percent) || 0),
  )
  const dates = { min: today, max: siteDates(today).last }
  const paid = draft.payments.reduce((total, { percent }) => total + (Number(percent) || 0), 0)
  const text = (name: TextName) => ({
    name,
    value: draft[name],
    onValue: (value: string) => onChange({ [name]: value }),
  })

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
      </fieldset>
      <DraftPrice {...{ draft, sum, onChange }} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text('included')} label="Included" hint="One a line." lines={6} />
        <TextField {...text('excluded')} label="Not included" hint="One a line." lines={6} />
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <TextField {...text('weeks')} label="How long" placeholder="4-6 weeks" />
        <TextField {...text('start')} label="Start (optional)" type="date" {...dates} />
        <TextField {...text('validUntil')} label="Valid until the end of" type="date" {...dates} />
      </div>
      <div className="border-t border-border">
        <OptionalLine {...text('forAddress')} title="Their address" />
        <OptionalLine {...text('about')} title="What it is" placeholder="Who uses it, for what" lines={2} />
        <Line
          title="How it is paid"
          now={draft.payments.map(({ text, percent }) => `${text} ${percent}%`).join(', ')}
        >
          <DraftRows
            name="payments"
            what="payment"
            legend="How it is paid"
            placeholder="When"
            label={(nth) => `Payment ${nth}: when`}
            number={{
              key: 'percent',
              label: (nth) => `Payment ${nth}: percent of the whole price`,
              placeholder: 'Percent',
              inputMode: 'numeric',
              unit: '%',
            }}
            items={draft.payments}
            onItems={(payments) => onChange({ payments })}
          >
            <p className="ml-auto text-muted-foreground tabular-nums">
              {paid === 100 ? steps.map((cents) => formatCents(cents)).join(' + ') : `${paid}% of 100%`}
            </p>
          </DraftRows>
        </Line>
        <Line
          title="The terms"
          now={draft.terms === offerTerms.terms ? 'As in every offer' : 'Changed for this offer'}
        >
          <TextField
            {...text('terms')}
            label="The terms"
            isLabelHidden
            hint="A sample: ask your lawyer."
            lines={12}
          />
        </Line>
        <OptionalLine
          {...text('words')}
          title="Your own words in the email"
          hint="Its first lines. They are no part of the offer."
          lines={4}
        />
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

function OptionalLine({
  title,
  ...field
}: Omit<React.ComponentProps<typeof TextField>, 'label'> & { title: string; value: string }) {
  const words = field.value.trim()
  return (
    <Line
      title={title}
      now={words ? <bdi className="line-clamp-1">{words}</bdi> : 'None'}
      verb={words ? 'Change' : 'Add'}
    >
      <TextField {...field} label={`${title} (optional)`} isLabelHidden />
    </Line>
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
