import { hasShape } from '../../_components/shape'

/** The typed values of a call for a caller. Each call gets one id, so that sending it twice books it once. */
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

/** The sessionStorage key of the draft. */
export const CALL_KEY = 'call'

export const isCallDraft = (value: unknown): value is CallDraft => hasShape(value, newCall())

/** An empty draft. */
export function newCall(): CallDraft {
  return {
    requestId: crypto.randomUUID(),
    ...{ name: '', email: '', phone: '', package: '', message: '' },
    ...{ date: '', start_time: '', end_time: '', isOther: false },
  }
}
