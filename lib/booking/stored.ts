import { stored } from '../content/booking'
import type { StoredRequest } from './form'

export function describeStored(sent: StoredRequest): { title: string; message: string } {
  if (sent.kind === 'booking' && sent.status === 'cancelled') return stored.cancelled
  if (!sent.differs) return stored[sent.kind]
  return stored.before[sent.kind === 'booking' && sent.manage ? 'linked' : sent.kind]
}
