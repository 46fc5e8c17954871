import { z } from 'zod'
import { senderFields } from '../booking/schema'
import { packageNames } from '../content/package-names'
import { dateAt, siteDate } from '../dates'
import { bookingStatuses } from '../statuses'
import { formId, requestId } from './schema'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time.')

const chosenTime = {
  date: z.string().refine((date) => siteDate(date, dateAt()), 'Choose a date.'),
  start_time: time,
  end_time: time,
  outside: z.boolean(),
}

export const callMove = z.object({
  id: requestId,
  formId,
  name: z.string().max(100),
  seen: z.object({
    status: z.enum(bookingStatuses),
    date: z.string().max(10),
    start_time: time,
    end_time: time,
  }),
  ...chosenTime,
})

/** A call for a person on the phone. The form creates the id, so that a repeated submit books no second call. */
export const callForCaller = z.object({
  requestId: z.uuid(),
  ...senderFields('The'),
  ...chosenTime,
  package: z
    .enum(Object.keys(packageNames) as [keyof typeof packageNames])
    .or(z.literal('').transform(() => undefined)),
})
