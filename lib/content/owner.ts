/** Facts that only the owner knows. They are not in start.ts, because the script of /start contains that. */
export const owner: {
  sample?: true
  /** `registered` is true if the studio adds GST. `rate` is a share of the price. */
  gst: { registered: boolean; rate: number }
  /** `excluded` is true if the support plans' monthly prices exclude GST, as the packages' prices do. */
  supportGst: { sample?: true; name: string; excluded: boolean }
  /**
   * The first day on which a new project can start, `YYYY-MM-DD`. Without it, and once it is past, no page
   * names a launch.
   */
  nextFreeStart?: string
} = {
  sample: true,
  gst: { registered: true, rate: 0.15 },
  supportGst: { sample: true, name: 'support prices exclude GST', excluded: true },
  nextFreeStart: '2026-12-07',
}
