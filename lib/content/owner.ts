/** What only the owner knows. Apart from start.ts, whose words are in the script of /start. */
export const owner: {
  sample?: true
  /** Whether the studio adds GST, and how much of the price it is. */
  gst: { registered: boolean; rate: number }
  /** Whether the monthly prices of the support plans are without GST, as the packages' are. */
  supportGst: { sample?: true; name: string; excluded: boolean }
  /**
   * The first day on which a new project can start, `YYYY-MM-DD`. Without it, or once it is past,
   * no page names a launch.
   */
  nextFreeStart?: string
} = {
  sample: true,
  gst: { registered: true, rate: 0.15 },
  supportGst: { sample: true, name: 'support prices exclude GST', excluded: true },
  nextFreeStart: '2026-12-07',
}
