import { UserError } from '../user-error'
import { weekdays } from './slot'

/** Thrown when the weekday changed after the admin opened it. Nothing was saved. */
export class WeekdayChanged extends UserError {
  readonly slotIds: string[]

  /** From the database's error `weekday_changed`. Throws if `error.details` is not a JSON array of ids. */
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
