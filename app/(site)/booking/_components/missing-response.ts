import { OUTDATED } from '@/components/reload-button'
import type { NoResponse } from '@/components/use-form-action'
import { CHECK_FIELDS, limits, NO_TIME, readEntries, type SubmitResult, textFields } from '@/lib/booking/form'
import { submitFailure } from '@/lib/booking/errors'
import { lengthOf, tooLong } from '@/lib/text'

// A server action accepts 64 KB (next.config.ts); valid entries have at most 21 KB.
const MAX_BYTES = 40_000

/** A form larger than `MAX_BYTES` is not sent. */
export function checkSize(form: FormData): SubmitResult | null {
  const entries = readEntries(form)
  if (new Blob(Object.values(entries)).size <= MAX_BYTES) return null
  const long = textFields.filter((name) => lengthOf(entries[name]) > limits[name])
  const fields = Object.fromEntries(long.map((name) => [name, tooLong(limits[name])]))
  return { status: 'error', message: CHECK_FIELDS, fields, entries }
}

export function noResult(form: FormData, why: NoResponse): SubmitResult {
  const entries = readEntries(form)
  const kind = entries.time === NO_TIME ? 'inquiry' : 'booking'
  const failure = submitFailure(kind, why === 'lost' ? 'no_response' : 'unreachable')
  return {
    status: 'error',
    ...failure,
    ...(why === 'outdated' && { detail: `${OUTDATED} What you typed and chose stays.` }),
    entries,
  }
}
