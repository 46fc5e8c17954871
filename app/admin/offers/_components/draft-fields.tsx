'use client'

import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { owner } from '@/lib/content/start'
import { siteDates } from '@/lib/dates'
import { type DraftProblem, longest, type OfferDraft, sumOf, UNREAD_AMOUNT } from '@/lib/offers/draft'
import { formatCents, readCents, splitCents } from '@/lib/offers/money'
import { Row, Rows } from './draft-rows'
import { TextField } from './text-field'

interface DraftFieldsProps {
  draft: OfferDraft
  /** `YYYY-MM-DD`. */
  today: string
  invalid: DraftProblem | null
  onChange: (change: Partial<OfferDraft>) => void
}

/** The fields of an offer, with its sum as it is typed. */
export function DraftFields({ draft, today, invalid, onChange }: DraftFieldsProps) {
  const sum = sumOf(draft)
  const rate = Math.round(owner.gst.rate * 100)
  const steps = splitCents(
    sum.total,
    draft.payments.map(({ percent }) => Number(percent) || 0),
  )
  const dates = { min: today, max: siteDates(today).last }
  const paid = draft.payments.reduce((total, { percent }) => total + (Number(percent) || 0), 0)
  const text = (
    name:
      'title' | 'about' | 'gstReason' | 'weeks' | 'start' | 'validUntil' | 'included' | 'excluded' | 'terms',
  ) => ({
    name,
    invalid,
    value: draft[name],
    onValue: (value: string) => onChange({ [name]: value }),
  })
  const setLine = (at: number, change: Partial<OfferDraft['lines'][number]>) =>
    onChange({ lines: draft.lines.map((line, nth) => (nth === at ? { ...line, ...change } : line)) })
  const setStep = (at: number, change: Partial<OfferDraft['payments'][number]>) =>
    onChange({ payments: draft.payments.map((step, nth) => (nth === at ? { ...step, ...change } : step)) })

  return (
    <>
      <TextField
        {...text('title')}
        label="What is offered"
        hint="The first line: “Growth: a booking app for surf lessons”."
      />
      <TextField {...text('about')} label="What it is (optional)" hint="Who uses it, for what." lines={2} />
      <Rows
        legend="The price"
        hint="What for, and dollars without GST."
        footer={
          <>
            {owner.gst.registered && (
              <div className="grid gap-3 sm:grid-cols-[11rem_1fr]">
                <div>
                  <Label htmlFor="offer-gst">GST</Label>
                  <NativeSelect
                    id="offer-gst"
                    density="dense"
                    className="w-full"
                    value={draft.gst}
                    onChange={({ target }) => onChange({ gst: target.value === 'zero' ? 'zero' : 'added' })}
                  >
                    <option value="added">{rate}% is added</option>
                    <option value="zero">Zero-rated</option>
                  </NativeSelect>
                </div>
                {draft.gst === 'zero' && (
                  <TextField
                    {...text('gstReason')}
                    label="Why it is zero-rated"
                    placeholder="You are outside New Zealand."
                  />
                )}
              </div>
            )}
            <output
              aria-live="polite"
              className="flex flex-wrap justify-end gap-x-5 gap-y-1 border-t border-border pt-3 tabular-nums"
            >
              {sum.gst && (
                <>
                  <span className="text-muted-foreground">Without GST {formatCents(sum.subtotal)}</span>
                  <span className="text-muted-foreground">GST {formatCents(sum.gst.cents)}</span>
                </>
              )}
              <span className="font-semibold">The whole price {formatCents(sum.total)}</span>
            </output>
          </>
        }
        add="Add a line"
        onAdd={
          draft.lines.length < longest.items
            ? () => onChange({ lines: [...draft.lines, { text: '', amount: '' }] })
            : undefined
        }
      >
        {draft.lines.map((line, at) => (
          <Row
            key={at}
            nth={at + 1}
            what="line"
            onRemove={
              draft.lines.length > 1
                ? () => onChange({ lines: draft.lines.filter((_, nth) => nth !== at) })
                : undefined
            }
          >
            <TextField
              name={`lines.${at}.text`}
              invalid={invalid}
              label={`Line ${at + 1}`}
              isHidden
              placeholder="What for"
              value={line.text}
              onValue={(value) => setLine(at, { text: value })}
            />
            <TextField
              name={`lines.${at}.amount`}
              invalid={invalid}
              label={`Amount of line ${at + 1}, in dollars without GST`}
              isHidden
              placeholder="Dollars"
              inputMode="decimal"
              isNumber
              // The sum is without it, so this is said before it is sent.
              problem={line.amount.trim() && readCents(line.amount) === null ? UNREAD_AMOUNT : undefined}
              value={line.amount}
              onValue={(amount) => setLine(at, { amount })}
            />
          </Row>
        ))}
      </Rows>
      <TextField {...text('included')} label="Included" hint="One a line." lines={6} />
      <TextField {...text('excluded')} label="Not included" hint="One a line." lines={3} />
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
          draft.payments.length < longest.items
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
      <TextField {...text('terms')} label="The terms" hint="A sample: ask your lawyer." lines={6} />
    </>
  )
}
