import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { dateAt } from '@/lib/dates'
import { BookForm } from './book-form'
import { SideForm } from './side-form'

export function BookCall({ now, mailed, onBooked }: { now: number; mailed: boolean; onBooked: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="ghost" className="-mr-2.5 text-brand" onClick={() => setOpen(true)}>
        <CalendarPlus aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Book a call for somebody</span>
      </Button>
      <SideForm open={open} title="Book a call for somebody" onClose={() => setOpen(false)}>
        <BookForm
          today={dateAt(new Date(now))}
          mailed={mailed}
          onBooked={onBooked}
          onDone={() => setOpen(false)}
        />
      </SideForm>
    </>
  )
}
