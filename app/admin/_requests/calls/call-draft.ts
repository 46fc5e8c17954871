import { hasShape } from '../../_components/shape'

/** The database books one call for each `requestId`, even if the form is sent twice. */
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

export const CALL_KEY = 'call'

export const isCallDraft = (value: unknown): value is CallDraft => hasShape(value, newCall())

export function newCall(): CallDraft {
  return {
    requestId: crypto.randomUUID(),
    ...{ name: '', email: '', phone: '', package: '', message: '' },
    ...{ date: '', start_time: '', end_time: '', isOther: false },
  }
}
