'use client'

import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { Feed } from '@/lib/calendar-feed/queries'
import { formatTimestamp } from '@/lib/dates'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { ActionButton } from '../../_components/action-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { CopyButton } from '../../_components/copy-button'
import { endCalendarFeed, makeCalendarFeed } from '../actions'

export function CalendarFeed({ feed }: { feed: Feed | null }) {
  const { run, pending } = useAdminAction()
  const [address, setAddress] = useState<string | null>(null)
  const [confirming, setConfirming] = useState<'replace' | 'end' | null>(null)

  function make() {
    run(makeCalendarFeed, {
      failure: 'Failed to make an address',
      onResult(result) {
        setConfirming(null)
        if (result.kind === 'done') setAddress(result.copy ?? null)
        // If the response was lost, the shown URL may have been replaced.
        if (result.kind === 'lost') setAddress(null)
      },
    })
  }
  function end() {
    run(endCalendarFeed, {
      failure: 'Failed to switch it off',
      onResult(result) {
        setConfirming(null)
        if (result.kind === 'done') setAddress(null)
      },
    })
  }

  if (!feed)
    return (
      <ActionButton size="sm" variant="outline" pending={pending} onClick={make}>
        Make an address
      </ActionButton>
    )
  return (
    <div className="grid gap-4">
      {address && <NewAddress address={address} />}
      <p>
        <span>{`${address ? 'Made' : 'There is an address, made'} ${formatTimestamp(feed.created_at)}; `}</span>
        <span>
          {feed.last_read_at
            ? `last read ${formatTimestamp(feed.last_read_at)}.`
            : 'no calendar has read it yet.'}
        </span>
        {!address && <span> It is shown only once: if you did not keep it, make a new one.</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => setConfirming('replace')}>
          Make a new one
        </Button>
        <Button size="sm" variant="outline" onClick={() => setConfirming('end')}>
          Switch off
        </Button>
      </div>
      <ConfirmDialog
        open={confirming !== null}
        title={confirming === 'end' ? 'Switch the address off?' : 'Make a new address?'}
        cancelLabel="Keep it"
        confirm={
          <ConfirmButton pending={pending} onClick={confirming === 'end' ? end : make}>
            {confirming === 'end' ? 'Switch it off' : 'Make a new one'}
          </ConfirmButton>
        }
        onClose={() => setConfirming(null)}
      >
        <p>From then on the present address is none. Calendars that read it get nothing more from us.</p>
      </ConfirmDialog>
    </div>
  )
}

function NewAddress({ address }: { address: string }) {
  const field = useId()
  return (
    <div>
      <Label htmlFor={field}>Your address</Label>
      <div className="flex gap-2">
        <Input
          id={field}
          readOnly
          value={address}
          aria-describedby={`${field}-hint`}
          onFocus={(event) => event.target.select()}
          density="dense"
          className="min-w-0 grow"
        />
        <CopyButton text={address} done="Address copied">
          <Copy aria-hidden className="size-4" />
          Copy
        </CopyButton>
      </div>
      <p id={`${field}-hint`} className="mt-1.5 font-medium">
        Copy it now: it is not shown again. Whoever has it reads your calls, so give it to your calendar
        alone.
      </p>
    </div>
  )
}
