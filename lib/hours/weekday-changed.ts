import { UserError } from '../user-error'
import { weekdays } from './slot'

/** Thrown when the weekday changed after the admin opened it for editing. Nothing was saved. */
export class WeekdayChanged extends UserError {
  /** The ids of the slots that the weekday has now. */
  readonly slotIds: string[]

  /**
   * `error` is `weekday_changed` of `replace_recurring_availability`. Throws if `error.details` is not a JSON
   * array of ids.
   */
  constructor(weekday: number, error: { message: string; details: string }) {
    const message = `${weekdays[weekday]} was changed meanwhile. Its times are shown as they are now.`
    super(
      message,
      'Nothing was saved: look at yours again, then save.',
      'Error saving recurring availability',
      {
        cause: error,
      },
    )
    this.slotIds = JSON.parse(error.details) as string[]
  }
}
