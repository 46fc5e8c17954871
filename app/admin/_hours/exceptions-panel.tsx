import { cn } from '@/lib/utils'
import { ReadFailure } from '../_components/read-failure'
import { DateChooser } from './date-chooser'
import { DateSlots } from './date-slots'
import type { Hours } from './read-hours'

export function ExceptionsPanel({
  hours,
  className,
  children,
}: {
  hours: Hours
  /** Places the calendar (`cal`), the chosen date (`day`) and the children. */
  className: string
  children?: React.ReactNode
}) {
  const { today, chosen, dateHours } = hours
  const { data: exceptions, failure } = hours.exceptions
  const { date } = chosen
  const sentence = failure ?? hours.days.failure
  return (
    <>
      {sentence && <ReadFailure sentence={sentence} />}
      <div className={cn('grid gap-y-3', className)}>
        <DateChooser chosen={chosen} today={today} days={hours.days} exceptions={hours.exceptions}>
          {date && (
            <DateSlots
              key={date}
              date={date}
              today={today}
              dateHours={dateHours}
              closed={exceptions && exceptions.closedDates.find((other) => other.date === date)}
              isChanged={[...(exceptions?.closedDates ?? []), ...(exceptions?.slots ?? [])].some(
                (other) => other.date === date,
              )}
            />
          )}
        </DateChooser>
        {children}
      </div>
    </>
  )
}
