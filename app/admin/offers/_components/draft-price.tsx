import { capitalize } from '@/lib/capitalize'
import { NativeSelect } from '@/components/ui/native-select'
import { place } from '@/lib/content/place'
import { type OfferDraft, type Sum, AMOUNT_ERROR } from '@/lib/offers/draft'
import { currencyWord, formatCents, readCents } from '@/lib/money'
import { DraftRows } from './draft-rows'
import { TextField } from './text-field'

interface DraftPriceProps {
  draft: OfferDraft
  sum: Sum
  onChange: (change: Partial<OfferDraft>) => void
}

const { tax } = place

export function DraftPrice({ draft, sum, onChange }: DraftPriceProps) {
  return (
    <DraftRows
      name="lines"
      what="line"
      legend={`The price, without ${tax.name}`}
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
      onItems={(lines) => onChange({ lines })}
    >
      <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
        {tax.registered && (
          <NativeSelect
            aria-label={tax.name}
            density="dense"
            value={draft.gst}
            onChange={({ target }) => onChange({ gst: target.value === 'zero' ? 'zero' : 'added' })}
          >
            <option value="added">{`${tax.name} ${tax.percent}%`}</option>
            <option value="zero">Zero-rated</option>
          </NativeSelect>
        )}
        <output aria-live="polite" className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
          {sum.tax && sum.total > 0 && (
            <span className="text-muted-foreground">
              <span className="sr-only">{`${tax.name} `}</span>
              {formatCents(sum.tax.cents)}
            </span>
          )}
          <span className="font-semibold">{`The whole price ${sum.total > 0 ? formatCents(sum.total) : '–'}`}</span>
        </output>
      </div>
      {tax.registered && draft.gst === 'zero' && (
        <div className="basis-full">
          <TextField
            name="gstReason"
            value={draft.gstReason}
            onValue={(gstReason) => onChange({ gstReason })}
            label="Why it is zero-rated"
            placeholder={tax.zeroReason}
          />
        </div>
      )}
    </DraftRows>
  )
}
