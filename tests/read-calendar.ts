import { createRequire } from 'node:module'
import type * as NodeIcal from 'node-ical'

// Its types name exports that Node's own loader does not find in it.
const { sync } = createRequire(import.meta.url)('node-ical') as typeof NodeIcal

/**
 * The one event of a calendar file, as a library understands it that did not write the file. Throws
 * when there is another number.
 */
export function readEvent(file: string): NodeIcal.VEvent {
  const events = Object.values(sync.parseICS(file)).filter((part) => part?.type === 'VEVENT')
  const [event] = events
  if (!event || events.length > 1) throw new Error(`${events.length} events in ${file}`)
  return event as NodeIcal.VEvent
}
