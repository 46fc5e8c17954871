import * as z from 'zod/mini'
import { formatDate, formatTime } from '@/lib/dates'
import type { BookedCall } from '@/lib/requests/call-commands'
import { cleanEmail, cleanLine, cleanPhone, cleanText } from '@/lib/text'

/** Where this tab stores the call that is being booked for somebody. */
export const CALL_DRAFT = 'call-for-somebody'

const text = z._default(z.string(), '')
/** What is typed of it. The id is made once for each call, so that one that is sent twice is booked once. */
export const callDraft = z.object({
  requestId: z.string(),
  ...{ name: text, email: text, phone: text, package: text, message: text },
  ...{ date: text, start_time: text, end_time: text, isOther: z._default(z.boolean(), false) },
})
export type CallDraft = z.infer<typeof callDraft>

/** A call of which nothing is typed yet. */
export function newCall(): CallDraft {
  return callDraft.parse({ requestId: crypto.randomUUID() })
}

/** What is typed otherwise than it was booked: 'name', 'phone', as a list in words. */
export function changedIn(booked: BookedCall, typed: CallDraft): string[] {
  const isSame = {
    name: booked.name === cleanLine(typed.name),
    email: booked.email.toLowerCase() === cleanEmail(typed.email).toLowerCase(),
    phone: (booked.phone ?? '') === cleanPhone(typed.phone),
    date: booked.date === typed.date,
    time: booked.start_time === typed.start_time && booked.end_time === typed.end_time,
    package: (booked.package ?? '') === typed.package,
    message: (booked.message ?? '') === cleanText(typed.message),
  }
  return Object.entries(isSame).flatMap(([name, same]) => (same ? [] : name))
}

/** Whether what is typed is the call that was booked. */
export function isSame(booked: BookedCall, typed: CallDraft): boolean {
  return booked.status !== 'cancelled' && changedIn(booked, typed).length === 0
}

/** 'Booked and confirmed for Ana: Tue 1 Dec 2026, 9:00 AM'. */
export function describeBooked({
  name,
  date,
  start_time,
}: Pick<BookedCall, 'name' | 'date' | 'start_time'>): string {
  return `Booked and confirmed for ${name}: ${formatDate(date)}, ${formatTime(start_time, true)}`
}
