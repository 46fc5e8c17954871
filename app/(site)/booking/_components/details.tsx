import { Field } from './field'
import type { BookingState, Entries } from '@/lib/booking/form'
import { HONEYPOT } from '@/lib/booking/form'
import { limits } from '@/lib/booking/text'

type DetailsProps = { state: BookingState; pending: boolean; hydrated: boolean }

/** Who writes, and what. Without JavaScript the browser keeps to the lengths; a hydrated field never cuts a pasted text, the server's sentence says it is too long. */
export function Details({ state, pending, hydrated }: DetailsProps) {
  const failed = state.status === 'error' ? state : null
  const entries: Partial<Entries> = failed?.entries ?? {}
  const field = (name: 'name' | 'email' | 'message') => ({
    name,
    defaultValue: entries[name],
    fault: failed?.fields?.[name],
    // What is typed after the press would not be stored, and would be gone with the success.
    readOnly: pending,
    maxLength: hydrated ? undefined : limits[name],
  })
  return (
    <div className="grid gap-5">
      <Field {...field('name')} label="Name" autoComplete="name" required />
      <Field {...field('email')} label="Email" type="email" autoComplete="email" required />
      <Field {...field('message')} label="Tell us about your product" multiline />
      {/* Browsers fill in what looks like a part of an address, even with autocomplete off; of a one-time code they have none. */}
      <div hidden>
        <label>
          Leave this empty
          <input name={HONEYPOT} tabIndex={-1} autoComplete="one-time-code" />
        </label>
      </div>
    </div>
  )
}
