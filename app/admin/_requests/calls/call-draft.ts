import { hasShape } from '../../_components/shape'

/**
 * What is typed of a call that is booked for somebody. The id is made once for each call, so that one that is
 * sent twice is booked once.
 */
export interface CallDraft {
  requestId: string
  name: string
  email: string
  phone: string
  package: string
  message: string
  date: string
  start_time: string
  end_time: string
  isOther: boolean
}

/** Where this tab stores it. */
export const CALL_KEY = 'call'

export const isCallDraft = (value: unknown): value is CallDraft => hasShape(value, newCall())

/** A call of which nothing is typed yet. */
export function newCall(): CallDraft {
  return {
    requestId: crypto.randomUUID(),
    ...{ name: '', email: '', phone: '', package: '', message: '' },
    ...{ date: '', start_time: '', end_time: '', isOther: false },
  }
}
