import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { StoredRequest, SubmitResult } from '@/lib/booking/form'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { siteDate } from '@/lib/dates'
import { CHANGED_KEY, CONFIRMATION_KEY } from './clear-confirmation'

const never = () => () => {}

function parse(text: string | null, today: string): StoredRequest | null {
  try {
    const sent = JSON.parse(text ?? 'null') as StoredRequest | null
    const isValid = sent?.kind === 'inquiry' || (sent?.kind === 'booking' && isCurrent(sent, today))
    return isValid ? sent : null
  } catch {
    return null
  }
}

/** False for another version's format, a past call, and one that the visitor has changed elsewhere. */
function isCurrent({ id, date, start_time, end_time }: StoredRequest & { kind: 'booking' }, today: string) {
  const areTimes = [start_time, end_time].every((time) => /^\d\d:\d\d$/.test(time))
  return (
    areTimes &&
    siteDate(date, today) !== null &&
    date >= today &&
    readStorage('localStorage', CHANGED_KEY) !== id
  )
}

/** Null for an inquiry and for a cancelled booking. */
export function activeBooking(sent: StoredRequest | null) {
  return sent?.kind === 'booking' && sent.status !== 'cancelled' ? sent : null
}

/**
 * In sessionStorage, for a reload of the page. A booking's stays until the next booking, because without
 * mails it has the only link to the call. With `isNamed`, the page's URL names a choice, so the form is open.
 */
export function useSavedConfirmation(state: SubmitResult, today: string, isNamed: boolean) {
  // The request that this page has stored.
  const [sent, setSent] = useState(state.status === 'success' ? state.data.sent : null)
  // True from a press on 'Book another call' until the next success.
  const [again, setAgain] = useState(false)
  const savedText = useSyncExternalStore(
    never,
    () => readStorage('sessionStorage', CONFIRMATION_KEY),
    () => null,
  )
  const savedRequest = parse(savedText, today)
  const save = useEffectEvent((stored: StoredRequest) => {
    if (stored.kind === 'booking' || !activeBooking(savedRequest))
      writeStorage('sessionStorage', CONFIRMATION_KEY, JSON.stringify(stored))
  })
  useEffect(() => {
    if (sent) save(sent)
  }, [sent])

  const isOpen = again || isNamed
  // A held call is above the calendar in short, so that its visitor keeps the link to it.
  const heldCall = isOpen && (again || !sent) ? (activeBooking(sent) ?? activeBooking(savedRequest)) : null
  const confirmed = again || heldCall ? null : (sent ?? savedRequest)
  return {
    heldCall,
    confirmed,
    /** True if this page has stored it. */
    isFresh: sent !== null,
    /** True if the panel is in the place of the form. */
    isFolded: confirmed !== null && !isOpen,
    show(stored: StoredRequest) {
      setSent(stored)
      setAgain(false)
    },
    /** A confirmation that is no key to a call then does not come back after a reload. */
    bookAnother() {
      if (!activeBooking(savedRequest)) writeStorage('sessionStorage', CONFIRMATION_KEY, null)
      setAgain(true)
    },
  }
}
