import { type Package, scopeOf } from '../content/packages'
import type { OfferDraft } from './draft'
import { formatNumber } from '../money'

export function packageFields(
  item: Package,
  amount = formatNumber(item.amount),
): Pick<OfferDraft, 'lines' | 'included' | 'weeks'> {
  return {
    lines: [{ text: item.name, amount }],
    included: scopeOf(item).join('\n'),
    // A fixed price needs an upper limit, so '6-10+ weeks' becomes '6-10 weeks'.
    weeks: item.timeline.replace('+', ''),
  }
}
