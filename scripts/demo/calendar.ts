/** A file in the demo's data folder, because the site fetches nothing from this machine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCalendar, writeRanges } from '../../lib/calendars/parse'
import { STUDIO_ZONE } from '../../lib/dates'
import { siteKey } from '../../lib/supabase/site-key'
import { type Backend, nodeClient } from '../supabase-client'

const fileIn = (dataDir: string) => join(dataDir, 'founder.ics')

/** Busy in the afternoon of `date`. */
export function writeCalendar(dataDir: string, date: string): void {
  const on = date.replaceAll('-', '')
  const event = ['BEGIN:VEVENT', 'UID:dentist', `DTSTAMP:${on}T000000Z`, 'SUMMARY:Away']
  const times = ['T130000', 'T170000'].map((time) => `TZID=${STUDIO_ZONE}:${on}${time}`)
  const lines = [...event, `DTSTART;${times[0]}`, `DTEND;${times[1]}`, 'END:VEVENT', 'END:VCALENDAR', '']
  writeFileSync(fileIn(dataDir), ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:demo', ...lines].join('\r\n'))
}

/** As parameters of the database's functions. */
export async function readCalendarFile(dataDir: string) {
  const { busy, hasEvents, unread } = await parseCalendar(readFileSync(fileIn(dataDir)), { allDay: false })
  return { p_busy: writeRanges(busy), p_has_events: hasEvents, p_unread: unread }
}

/** So that the site does not look for the address, which exists nowhere. */
export async function readDueFile(
  backend: Backend & { publishableKey: string; dataDir: string },
  secret: string | undefined,
): Promise<void> {
  const supabase = nodeClient(backend, backend.publishableKey)
  const p_site_key = siteKey(secret)
  const { data: due } = await supabase.rpc('claim_calendar', { p_site_key })
  if (!due) return
  const { id: p_id, lease: p_lease } = due as { id: string; lease: string }
  const reading = await readCalendarFile(backend.dataDir)
  await supabase.rpc('finish_calendar', { p_site_key, p_id, p_lease, ...reading }).throwOnError()
}
