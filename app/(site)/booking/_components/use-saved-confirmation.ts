import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { StoredRequest, SubmitResult } from '@/lib/booking/form'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { siteDate } from '@/lib/dates'
import { CHANGED_KEY, CONFIRMATION_KEY } from './clear-confirmation'

interface Shown {
  sent: StoredRequest
  /** False for a confirmation restored from sessionStorage. */
  fresh: boolean
}

const never = () => () => {}

/** Parses the saved confirmation. Null if there is none, or if the day of the call is over. */
function parse(text: string | null, today: string): Shown | null {
  try {
    const sent = JSON.parse(text ?? 'null') as StoredRequest | null
    const holds = sent?.kind === 'inquiry' || (sent?.kind === 'booking' && isCurrent(sent, today))
    return holds ? { sent, fresh: false } : null
  } catch {
    return null
  }
}

/**
 * True if a saved booking can be shown. It may have another version's format, be over, or be one that the
 * visitor has changed in another tab.
 */
function isCurrent({ id, date, start_time, end_time }: StoredRequest & { kind: 'booking' }, today: string) {
  const areTimes = [start_time, end_time].every((time) => /^\d\d:\d\d$/.test(time))
  return (
    areTimes &&
    siteDate(date, today) !== null &&
    date >= today &&
    readStorage('localStorage', CHANGED_KEY) !== id
  )
}

/** The request if it is a booking whose call takes place; else null. */
export function heldCall(sent: StoredRequest | undefined) {
  return sent?.kind === 'booking' && sent.status !== 'cancelled' ? sent : null
}

/**
 * The confirmation of the last request. A booking's stays in sessionStorage until the next booking, because
 * without mails it has the only link to the call; any other until the visitor closes it. `state` is the form's
 * state, a success from the start if the form was posted without JavaScript. `today` is the studio's date.
 */
export function useSavedConfirmation(state: SubmitResult, today: string) {
  const posted = state.status === 'success' ? state.data.sent : null
  const [now, setNow] = useState<Shown | null | undefined>(posted ? { sent: posted, fresh: true } : undefined)
  const saved = useSyncExternalStore(
    never,
    () => readStorage('sessionStorage', CONFIRMATION_KEY),
    () => null,
  )
  const save = (sent: StoredRequest) => {
    const kept = parse(readStorage('sessionStorage', CONFIRMATION_KEY), today)
    if (sent.kind === 'inquiry' && heldCall(kept?.sent)) return
    writeStorage('sessionStorage', CONFIRMATION_KEY, JSON.stringify(sent))
  }
  const savePosted = useEffectEvent(() => {
    if (posted) save(posted)
  })
  useEffect(() => savePosted(), [posted])
  const shown = now === undefined ? parse(saved, today) : now

  return {
    shown,
    show(sent: StoredRequest) {
      save(sent)
      setNow({ sent, fresh: true })
    },
    /** Removes a confirmation that is no key to a call. A call that was booked before it then shows again. */
    close() {
      if (parse(saved, today)?.sent.id === shown?.sent.id)
        writeStorage('sessionStorage', CONFIRMATION_KEY, null)
      setNow(undefined)
    },
  }
}
