import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { StoredRequest, SubmitResult } from '@/lib/booking/form'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { siteDate } from '@/lib/dates'
import { CHANGED_KEY, CONFIRMATION_KEY } from './clear-confirmation'

const never = () => () => {}

/** Parses the saved confirmation. Null if there is none, or if the day of the call is over. */
function parse(text: string | null, today: string): StoredRequest | null {
  try {
    const sent = JSON.parse(text ?? 'null') as StoredRequest | null
    const holds = sent?.kind === 'inquiry' || (sent?.kind === 'booking' && isCurrent(sent, today))
    return holds ? sent : null
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
export function heldCall(sent: StoredRequest | null) {
  return sent?.kind === 'booking' && sent.status !== 'cancelled' ? sent : null
}

/**
 * The confirmation of the last request, kept in sessionStorage for a reload of the page. A booking's stays
 * until the next booking, because without mails it has the only link to the call. `state` is the form's state,
 * a success from the start if the form was posted without JavaScript. `today` is the studio's date. With
 * `isNamed`, the page's URL names a choice, so the form is open.
 */
export function useSavedConfirmation(state: SubmitResult, today: string, isNamed: boolean) {
  // The request that this page has stored.
  const [sent, setSent] = useState(state.status === 'success' ? state.data.sent : null)
  // True from a press on 'Book another call' until the next success.
  const [again, setAgain] = useState(false)
  const saved = useSyncExternalStore(
    never,
    () => readStorage('sessionStorage', CONFIRMATION_KEY),
    () => null,
  )
  const kept = parse(saved, today)
  const save = useEffectEvent((stored: StoredRequest) => {
    if (stored.kind === 'booking' || !heldCall(kept))
      writeStorage('sessionStorage', CONFIRMATION_KEY, JSON.stringify(stored))
  })
  useEffect(() => {
    if (sent) save(sent)
  }, [sent])

  const isOpen = again || isNamed
  // A held call is above the calendar in short, so that its visitor keeps the link to it.
  const held = isOpen && (again || !sent) ? (heldCall(sent) ?? heldCall(kept)) : null
  const confirmed = again || held ? null : (sent ?? kept)
  return {
    held,
    /** The request whose panel is above the form. */
    confirmed,
    /** True if this page has stored it. */
    isFresh: sent !== null,
    /** True if the panel is in the place of the form. */
    isFolded: confirmed !== null && !isOpen,
    show(stored: StoredRequest) {
      setSent(stored)
      setAgain(false)
    },
    /** Opens the form. A confirmation that is no key to a call then does not come back after a reload. */
    bookAnother() {
      if (!heldCall(kept)) writeStorage('sessionStorage', CONFIRMATION_KEY, null)
      setAgain(true)
    },
  }
}
