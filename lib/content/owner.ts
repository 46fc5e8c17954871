import { place } from './place'

/**
 * Facts that only the owner knows. They are in this file and not in start.ts, because the browser's script of
 * /start contains start.ts.
 */
export const owner: {
  sample?: true
  /** `excluded` is true if the support plans' monthly prices exclude the tax, as the packages' prices do. */
  supportTax: { sample?: true; name: string; excluded: boolean }
  /**
   * The first day on which a new project can start, `YYYY-MM-DD`. If the day is missing or past, no page
   * names a launch date.
   */
  nextFreeStart?: string
} = {
  sample: true,
  supportTax: { sample: true, name: `support prices exclude ${place.tax.name}`, excluded: true },
  nextFreeStart: '2026-12-07',
}
