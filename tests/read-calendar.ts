import { createRequire } from 'node:module'
import type * as NodeIcal from 'node-ical'

// By `require`, because Node's ESM loader does not find the exports that the types of node-ical name.
const { sync } = createRequire(import.meta.url)('node-ical') as typeof NodeIcal

/**
 * Reads a calendar file's only event with node-ical, which did not write the file. Throws for none
 * or several.
 */
export function readEvent(file: string): NodeIcal.VEvent {
  const events = Object.values(sync.parseICS(file)).filter((part) => part?.type === 'VEVENT')
  const [event] = events
  if (!event || events.length > 1) throw new Error(`${events.length} events in ${file}`)
  return event as NodeIcal.VEvent
}
