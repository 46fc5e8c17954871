/** Why hardly any time can be booked in the next days. */
export interface Shortage {
  /** How many times a visitor can still book. */
  free: number
  /** How many are offered but booked. */
  taken: number
  /** How many exist but are switched off. */
  off: number
}

/** How many days the admin's banner looks ahead, from tomorrow. */
export const OUTLOOK_DAYS = 14
