/**
 * Facts that only the owner knows. They are in this file and not in start.ts, because the browser's script of
 * /start contains start.ts.
 */
export const owner: {
  sample?: true
  /** `registered` is true if the studio adds GST. `rate` is the GST as a share of the price. */
  gst: { registered: boolean; rate: number }
  /** `excluded` is true if the support plans' monthly prices exclude GST, as the packages' prices do. */
  supportGst: { sample?: true; name: string; excluded: boolean }
  /**
   * The first day on which a new project can start, `YYYY-MM-DD`. If the day is missing or past, no page
   * names a launch date.
   */
  nextFreeStart?: string
} = {
  sample: true,
  gst: { registered: true, rate: 0.15 },
  supportGst: { sample: true, name: 'support prices exclude GST', excluded: true },
  nextFreeStart: '2026-12-07',
}
