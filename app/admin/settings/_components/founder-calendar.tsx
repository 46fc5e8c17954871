'use client'

import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Button } from '@/components/ui/button'
import type { FounderCalendar as Calendar } from '@/lib/calendars/queries'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { RunButton } from '../../_components/run-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { ReadingState } from './reading-state'
import { acceptEmptyCalendar, readCalendar, removeCalendar, setAllDay } from '../calendar-actions'

const reading = { failure: 'Failed to read the calendar' }

export function FounderCalendar({ calendar }: { calendar: Calendar }) {
  const { id, label, host, added_by, all_day_busy, isEmptied } = calendar
  const { run, pending } = useAdminAction()
  const [isConfirming, setConfirming] = useState(false)

  return (
    <li aria-label={label} className="grid gap-2 border-b border-border/70 pb-4 [overflow-wrap:anywhere]">
      <div>
        <span className="block font-medium">
          <bdi>{label}</bdi>
        </span>
        <span className="block text-muted-foreground">
          {host}, added by {added_by}
        </span>
      </div>
      <ReadingState calendar={calendar} />
      <label className="flex w-fit items-center gap-2">
        <Checkbox
          checked={all_day_busy}
          onCheckedChange={(checked) => run(() => setAllDay({ id, allDay: checked === true }), reading)}
        />
        All-day events count
      </label>
      <div className="flex flex-wrap gap-2">
        <RunButton size="sm" variant="outline" action={() => readCalendar(id)} options={reading}>
          Read now
        </RunButton>
        {isEmptied && (
          <RunButton size="sm" variant="outline" action={() => acceptEmptyCalendar(id)} options={reading}>
            It is right
          </RunButton>
        )}
        <Button size="sm" variant="outline" onClick={() => setConfirming(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={`Remove the calendar of ${label}?`}
        cancelLabel="Keep it"
        confirm={
          <ConfirmButton
            pending={pending}
            onClick={() =>
              run(() => removeCalendar(id), {
                failure: 'Failed to remove the calendar',
                onResult: () => setConfirming(false),
              })
            }
          >
            Remove it
          </ConfirmButton>
        }
        onClose={() => setConfirming(false)}
      >
        <p>Times when it is busy are offered to visitors again. To add it anew you need its address.</p>
      </ConfirmDialog>
    </li>
  )
}
