import type { BookedCall } from '@/lib/requests/call-commands'

/** Where this tab keeps the call that is being booked for somebody. */
export const KEPT_CALL = 'call-for-somebody'

export type UUID = ReturnType<typeof crypto.randomUUID>
export type CallDraft = typeof emptyCall & { requestId: UUID }

const emptyCall = {
  ...{ name: '', email: '', phone: '', package: '', message: '' },
  ...{ date: '', start_time: '', end_time: '', isOther: false },
}

/** What was typed before, as far as it can be read; with a new id when nothing was. */
export function readCall(kept: string | null): CallDraft {
  const begun = { ...emptyCall, requestId: crypto.randomUUID() }
  try {
    const call: unknown = JSON.parse(kept ?? '{}')
    return call !== null && typeof call === 'object' ? { ...begun, ...call } : begun
  } catch {
    return begun
  }
}

/** Whether what is typed is the call that was booked. */
export function isSame(booked: BookedCall, typed: CallDraft): boolean {
  return (
    booked.status !== 'cancelled' &&
    booked.email.toLowerCase() === typed.email.trim().toLowerCase() &&
    booked.date === typed.date &&
    booked.start_time === typed.start_time &&
    booked.end_time === typed.end_time
  )
}
