import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Sent, SubmitResult } from '@/lib/booking/form'
import { readStorage, writeStorage } from '@/lib/browser-storage'

interface Shown {
  sent: Sent
  /** Stored a moment ago, rather than kept from before. */
  fresh: boolean
  toasted: boolean
}

const KEY = 'booking-confirmation'
const never = () => () => {}

/** What this tab kept, unless its day is over. */
function parse(text: string | null, today: string): Shown | null {
  try {
    const sent = JSON.parse(text ?? 'null') as Sent | null
    const holds = sent?.kind === 'inquiry' || (sent?.kind === 'booking' && sent.date >= today)
    return holds ? { sent, fresh: false, toasted: false } : null
  } catch {
    return null
  }
}

/**
 * The confirmation of what was stored last, kept in this tab until it is closed: over a reload and a look at other pages. `state` is a form's
 * that was sent without JavaScript.
 */
export function useKeptConfirmation(state: SubmitResult, today: string) {
  const posted = state.status === 'success' ? state.data.sent : null
  const [now, setNow] = useState<Shown | null | undefined>(
    posted ? { sent: posted, fresh: true, toasted: false } : undefined,
  )
  const kept = useSyncExternalStore(
    never,
    () => readStorage('sessionStorage', KEY),
    () => null,
  )
  useEffect(() => {
    if (posted) writeStorage('sessionStorage', KEY, JSON.stringify(posted))
  }, [posted])

  return {
    shown: now === undefined ? parse(kept, today) : now,
    show(sent: Sent, toasted: boolean) {
      writeStorage('sessionStorage', KEY, JSON.stringify(sent))
      setNow({ sent, fresh: true, toasted })
    },
    close() {
      writeStorage('sessionStorage', KEY, null)
      setNow(null)
    },
  }
}
