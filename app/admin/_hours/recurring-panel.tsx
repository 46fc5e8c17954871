import { weekdays } from '@/lib/hours/slot'
import { PreviousIfFailed } from '../_components/previous-data'
import { ReadFailure } from '../_components/read-failure'
import { AllSlots } from './all-slots'
import type { HoursContext } from './hours-form'
import type { Hours } from './read-hours'
import { WeekdaySlots } from './weekday-slots'

export function RecurringPanel({ hours, context }: { hours: Hours; context: HoursContext }) {
  const { recurring, slots } = hours
  return (
    <>
      {[recurring, slots].map(
        ({ failure }, index) => failure && <ReadFailure key={index} sentence={failure} />,
      )}
      <div className="border-t border-border">
        <PreviousIfFailed failed={recurring.failure !== null}>
          {weekdays.map((day, weekday) => (
            <WeekdaySlots key={day} weekday={weekday} context={context} />
          ))}
        </PreviousIfFailed>
        <PreviousIfFailed failed={slots.failure !== null}>
          <AllSlots slots={slots.data ?? []} />
        </PreviousIfFailed>
      </div>
    </>
  )
}
