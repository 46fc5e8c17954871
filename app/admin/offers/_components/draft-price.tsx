import { capitalize } from '@/lib/capitalize'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import { place } from '@/lib/content/place'
import { type DraftProblem, type OfferDraft, type Sum, AMOUNT_ERROR } from '@/lib/offers/draft'
import { currencyWord, formatCents, readCents } from '@/lib/money'
import { DraftRows } from './draft-rows'
import { TextField } from './text-field'

interface DraftPriceProps {
  draft: OfferDraft
  sum: Sum
  invalid: DraftProblem | null
  onChange: (change: Partial<OfferDraft>) => void
}

const { tax } = place

export function DraftPrice({ draft, sum, invalid, onChange }: DraftPriceProps) {
  return (
    <DraftRows
      name="lines"
      what="line"
      legend="The price"
      hint={`What for, and ${currencyWord()} without ${tax.name}.`}
      placeholder="What for"
      label={(nth) => `Line ${nth}`}
      number={{
        key: 'amount',
        label: (nth) => `Amount of line ${nth}, in ${currencyWord()} without ${tax.name}`,
        placeholder: capitalize(currencyWord()),
        inputMode: 'decimal',
        // The total leaves out a line with an invalid amount.
        problemOf: (amount) => (amount.trim() && readCents(amount) === null ? AMOUNT_ERROR : undefined),
      }}
      items={draft.lines}
      invalid={invalid}
      onItems={(lines) => onChange({ lines })}
    >
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
    </DraftRows>
  )
}
