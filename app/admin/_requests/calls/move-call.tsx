import { createContext, use, useState } from 'react'
import { SubmitButton } from '@/components/form'
import { minutesBetween } from '@/lib/hours/time-rows'
import { dateAt, formatDate, formatTimeRange, toInstant } from '@/lib/dates'
import { type AdminRequest, type Booking, isErased } from '@/lib/requests/request'
import { AdminForm } from '../../_components/admin-form'
import { doOnce } from '../../_components/do-once'
import { NO_MAIL_HINT } from '../labels'
import { useTextButton } from '../untold/use-text-button'
import { moveCall } from './call-actions'
import { SideForm } from './side-form'
import { type ChosenTime, TimeChoice } from './time-choice'

interface MoveCalls {
  open: (booking: Booking) => void
  now: number
}
const MoveCallContext = createContext<MoveCalls | null>(null)

export function MoveCallProvider({
  now,
  mailed,
  children,
}: {
  now: number
  mailed: boolean
  children: React.ReactNode
}) {
  const [booking, setBooking] = useState<Booking | null>(null)
  return (
    <MoveCallContext value={{ open: setBooking, now }}>
      {children}
      <SideForm open={booking !== null} title="Move the call" onClose={() => setBooking(null)}>
        {booking && (
          <MoveForm
            key={booking.id}
            booking={booking}
            now={now}
            mailed={mailed}
            // By then the form may show another call.
            onDone={() => setBooking((shown) => (shown?.id === booking.id ? null : shown))}
          />
        )}
      </SideForm>
    </MoveCallContext>
  )
}

/** Null if the request cannot move. */
export function useMoveCall(request: AdminRequest): (() => void) | null {
  const calls = use(MoveCallContext)
  if (!calls) throw new Error('useMoveCall must be used within a MoveCallProvider')
  if (request.type !== 'booking' || request.status === 'cancelled' || isErased(request)) return null
  if (toInstant(request.date, request.start_time).getTime() <= calls.now) return null
  return () => calls.open(request)
}

interface MoveFormProps {
  booking: Booking
  now: number
  mailed: boolean
  onDone: () => void
}

function MoveForm({ booking, now, mailed, onDone }: MoveFormProps) {
  const { id, revision, name, status, date, start_time, end_time } = booking
  const textButtonFor = useTextButton(now, mailed)
  const [chosen, setChosen] = useState<ChosenTime>({ date, start_time: '', end_time: '', isOther: false })

  return (
    <AdminForm
      seen={{ status, date, start_time, end_time }}
      send={(_, seen) => {
        const { isOther: _isOnlyForTheForm, ...time } = chosen
        // `outside` would allow a time that visitors are not offered; without it the action asks first.
        return doOnce(moveCall, { id, name, seen, ...time, outside: false }, revision)
      }}
      options={{
        failure: 'Failed to move the call',
        secondButton: textButtonFor([booking]),
        onResult: ({ kind }) => kind === 'done' && onDone(),
      }}
    >
      <p className="[overflow-wrap:anywhere]">
        <bdi className="font-semibold">{name}</bdi>, now {formatDate(date)},{' '}
        <span className="whitespace-nowrap">{formatTimeRange(start_time, end_time)}</span>
      </p>
      <TimeChoice
        value={chosen}
        duration={minutesBetween(start_time, end_time)}
        today={dateAt(new Date(now))}
        onChange={setChosen}
      />
      <p className="text-muted-foreground">
        It stays {status}, and their link stays the same.{' '}
        {mailed ? 'They are told by email in a minute, unless you undo it.' : NO_MAIL_HINT}
      </p>
      <SubmitButton variant="default">Move the call</SubmitButton>
    </AdminForm>
  )
}
