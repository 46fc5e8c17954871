import { capitalize } from '@/lib/capitalize'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { place } from '@/lib/content/place'
import { type DraftProblem, draftLimits, type OfferDraft, type Sum, AMOUNT_ERROR } from '@/lib/offers/draft'
import { currencyWord, formatCents, readCents } from '@/lib/offers/money'
import { Row, Rows } from './draft-rows'
import { TextField } from './text-field'

interface DraftPriceProps {
  draft: OfferDraft
  sum: Sum
  invalid: DraftProblem | null
  onChange: (change: Partial<OfferDraft>) => void
}

const { tax } = place

/** The fields for the price: its lines and the tax, with the total. */
export function DraftPrice({ draft, sum, invalid, onChange }: DraftPriceProps) {
  const setLine = (at: number, change: Partial<OfferDraft['lines'][number]>) =>
    onChange({ lines: draft.lines.map((line, nth) => (nth === at ? { ...line, ...change } : line)) })

  return (
    <Rows
      legend="The price"
      hint={`What for, and ${currencyWord()} without ${tax.name}.`}
      footer={
        <>
          {tax.registered && (
            <div className="grid gap-3 sm:grid-cols-[11rem_1fr]">
              <div>
                <Label htmlFor="offer-gst">{tax.name}</Label>
                <NativeSelect
                  id="offer-gst"
                  density="dense"
                  className="w-full"
                  value={draft.gst}
                  onChange={({ target }) => onChange({ gst: target.value === 'zero' ? 'zero' : 'added' })}
                >
                  <option value="added">{tax.percent}% is added</option>
                  <option value="zero">Zero-rated</option>
                </NativeSelect>
              </div>
              {draft.gst === 'zero' && (
                <TextField
                  name="gstReason"
                  invalid={invalid}
                  value={draft.gstReason}
                  onValue={(gstReason) => onChange({ gstReason })}
                  label="Why it is zero-rated"
                  placeholder={tax.zeroReason}
                />
              )}
            </div>
          )}
          <output
            aria-live="polite"
            className="flex flex-wrap justify-end gap-x-5 gap-y-1 border-t border-border pt-3 tabular-nums"
          >
            {sum.tax && (
              <>
                <span className="text-muted-foreground">{`Without ${tax.name} ${formatCents(sum.subtotal)}`}</span>
                <span className="text-muted-foreground">{`${tax.name} ${formatCents(sum.tax.cents)}`}</span>
              </>
            )}
            <span className="font-semibold">{`The whole price ${formatCents(sum.total)}`}</span>
          </output>
        </>
      }
      add="Add a line"
      onAdd={
        draft.lines.length < draftLimits.items
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
            label={`Amount of line ${at + 1}, in ${currencyWord()} without ${tax.name}`}
            isHidden
            placeholder={capitalize(currencyWord())}
            inputMode="decimal"
            isNumber
            // The total leaves out a line with an invalid amount, so the field shows its problem before Send.
            problem={line.amount.trim() && readCents(line.amount) === null ? AMOUNT_ERROR : undefined}
            value={line.amount}
            onValue={(amount) => setLine(at, { amount })}
          />
        </Row>
      ))}
    </Rows>
  )
}
