import type { ChosenDate } from '@/lib/availability/chosen-date'
import type { DateSchedule } from '@/lib/availability/slot'
import type { Dashboard, Read } from '../queries'
import { AddAvailability } from './add-availability'
import { ExceptionsPanel } from './exceptions-panel'
import { RecurringPanel } from './recurring-panel'
import { ScheduleChangesProvider } from './schedule-changes'

export type Hours = Dashboard['hours']

interface AvailabilityPanelsProps {
  /** Whose admin it is, by e-mail. */
  owner: string
  today: string
  chosen: ChosenDate
  hours: Hours
  schedule: Promise<Read<DateSchedule>> | null
}

/** Everything about when calls are offered. */
export function AvailabilityPanels({ owner, today, chosen, hours, schedule }: AvailabilityPanelsProps) {
  const { recurring, exceptions, presets } = hours
  const context = { owner, today, recurring, exceptions, presets }
  return (
    <ScheduleChangesProvider>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-[19rem_1fr]">
        <AddAvailability context={context} />
        <ExceptionsPanel today={today} chosen={chosen} hours={hours} schedule={schedule} />
      </div>
      <RecurringPanel hours={hours} context={context} />
    </ScheduleChangesProvider>
  )
}
