import { place } from './place'

/** Only the owner knows these. Not in start.ts, which the browser's script of /start contains. */
export const owner: {
  sample?: true
  /** True if the support plans' monthly prices exclude the tax, as the packages' prices do. */
  supportTax: { sample?: true; name: string; excluded: boolean }
  /** `YYYY-MM-DD`. Without it, or once it is past, no page names a launch date. */
  nextFreeStart?: string
} = {
  sample: true,
  supportTax: { sample: true, name: `support prices exclude ${place.tax.name}`, excluded: true },
  nextFreeStart: '2026-12-07',
}
