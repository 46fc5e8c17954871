'use client'

import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { fieldVariants } from '@/components/ui/field-variants'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { owner } from '@/lib/content/start'
import { type DraftProblem, longest, type OfferDraft, sumOf } from '@/lib/offers/draft'
import { formatCents, splitCents } from '@/lib/offers/money'
import { cn } from '@/lib/utils'

interface DraftFieldsProps {
  draft: OfferDraft
  /** `YYYY-MM-DD`. */
  today: string
  fault: DraftProblem | null
  onChange: (change: Partial<OfferDraft>) => void
}

/** The fields of an offer, with its sum as it is typed. */
export function DraftFields({ draft, today, fault, onChange }: DraftFieldsProps) {
  const sum = sumOf(draft)
  const rate = Math.round(owner.gst.rate * 100)
  const steps = splitCents(
    sum.total,
    draft.payments.map(({ percent }) => Number(percent) || 0),
  )
  const paid = draft.payments.reduce((total, { percent }) => total + (Number(percent) || 0), 0)
  const text = (
    name: 'title' | 'gstReason' | 'weeks' | 'start' | 'validUntil' | 'included' | 'excluded' | 'terms',
  ) => ({
    name,
    fault,
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
              fault={fault}
              label={`Line ${at + 1}`}
              isHidden
              placeholder="What for"
              value={line.text}
              onValue={(value) => setLine(at, { text: value })}
            />
            <TextField
              name={`lines.${at}.amount`}
              fault={fault}
              label={`Amount of line ${at + 1}, in dollars without GST`}
              isHidden
              placeholder="Dollars"
              inputMode="decimal"
              isNumber
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
        <TextField {...text('start')} label="Start (optional)" type="date" min={today} />
        <TextField {...text('validUntil')} label="Valid until the end of" type="date" min={today} />
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
              fault={fault}
              label={`Payment ${at + 1}: when`}
              isHidden
              placeholder="When"
              value={step.text}
              onValue={(value) => setStep(at, { text: value })}
            />
            <TextField
              name={`payments.${at}.percent`}
              fault={fault}
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

/** A group of rows, each with a text and a number, and what follows them. */
function Rows({
  legend,
  hint,
  add,
  onAdd,
  footer,
  children,
}: {
  legend: string
  hint: string
  add: string
  onAdd?: () => void
  footer: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-medium">{legend}</legend>
      <p className="mb-0.5 text-muted-foreground">{hint}</p>
      {children}
      {onAdd && (
        <Button size="sm" variant="ghost" className="-ml-2 justify-self-start" onClick={onAdd} type="button">
          <Plus aria-hidden className="size-4" />
          {add}
        </Button>
      )}
      {footer}
    </fieldset>
  )
}

function Row({
  nth,
  what,
  onRemove,
  children,
}: {
  nth: number
  what: string
  onRemove?: () => void
  children: React.ReactNode
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem_2.25rem] items-start gap-2">
      {children}
      {onRemove && (
        <Button
          type="button"
          size="icon-sm"
          variant="ghost"
          aria-label={`Remove ${what} ${nth}`}
          onClick={onRemove}
        >
          <X aria-hidden className="size-4" />
        </Button>
      )}
    </div>
  )
}

interface TextFieldProps extends Pick<
  React.ComponentProps<'input'>,
  'type' | 'placeholder' | 'inputMode' | 'min'
> {
  name: string
  label: string
  hint?: string
  value: string
  fault: DraftProblem | null
  onValue: (value: string) => void
  /** How many lines; a field of one line without it. */
  lines?: number
  /** Whether the label is for screen readers only. */
  isHidden?: boolean
  isNumber?: boolean
  /** What stands behind the number. */
  unit?: string
}

function TextField({
  name,
  label,
  hint,
  value,
  fault,
  onValue,
  lines,
  isHidden,
  isNumber,
  unit,
  ...props
}: TextFieldProps) {
  const id = useId()
  const error = fault?.field === name ? fault.problem : undefined
  const shared = {
    id,
    name,
    value,
    dir: 'auto',
    'aria-invalid': Boolean(error),
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
    onChange: ({ target }: { target: { value: string } }) => onValue(target.value),
  }
  return (
    <div className="min-w-0">
      <Label htmlFor={id} className={isHidden ? 'sr-only' : undefined}>
        {label}
      </Label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-muted-foreground">
          {hint}
        </p>
      )}
      {lines ? (
        <textarea
          {...shared}
          rows={lines}
          className={cn(fieldVariants({ density: 'lines' }), 'min-h-20 px-2.5 py-2 text-sm')}
        />
      ) : (
        <div className="relative">
          <Input
            {...props}
            {...shared}
            density="dense"
            className={cn('w-full', isNumber && 'text-right tabular-nums', unit && 'pr-7')}
          />
          {unit && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-muted-foreground"
            >
              {unit}
            </span>
          )}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-destructive">
          {error}
        </p>
      )}
    </div>
  )
}
