/** How bookable the next days are, when they are hardly so; null while at least three times are free. */
export interface Shortage {
  /** Times a visitor can still book. */
  free: number
  /** Times that are offered but taken. */
  taken: number
  /** Times that are named but switched off. */
  off: number
}

/** The days the banner looks ahead, from tomorrow. */
export const OUTLOOK_DAYS = 14
