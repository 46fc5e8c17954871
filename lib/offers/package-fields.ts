import { type Package, scopeOf } from '../content/packages'
import type { OfferDraft } from './draft'

/** The fields of an offer that a package fills in. `amount` is the price in dollars. */
export function packageFields(
  item: Package,
  amount = item.amount.toLocaleString('en-NZ'),
): Pick<OfferDraft, 'lines' | 'included' | 'weeks'> {
  return {
    lines: [{ text: item.name, amount }],
    included: scopeOf(item).join('\n'),
    // A fixed price needs an upper limit, so '6-10+ weeks' becomes '6-10 weeks'.
    weeks: item.timeline.replace('+', ''),
  }
}
