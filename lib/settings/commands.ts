import 'server-only'
import { adminClient } from '../supabase/auth'
import { clearAsksForPhone } from './queries'
import type { LocationChange, Reminders } from './schema'

/**
 * Sets where calls happen that have no location of their own. Mails nobody. Returns whether it did: it
 * does not when another was set since the one that was `seen`. Throws `AccessError` for anybody but
 * admins, and the server's error.
 */
export async function setUsualLocation({ seen, ...location }: LocationChange): Promise<boolean> {
  const supabase = await adminClient()
  const { name, url } = location.kind === 'video' ? location : {}
  const { error } = await supabase.rpc('set_usual_location', {
    ...{ p_kind: location.kind, p_name: name, p_url: url },
    p_seen: seen,
  })
  if (error?.message === 'location_changed') return false
  if (error) throw error
  clearAsksForPhone()
  return true
}

/** Sets which reminders go; what is not given stays as it is. Throws `AccessError` for anybody but admins, and the server's error. */
export async function setReminders({ day_before, hour_before }: Partial<Reminders>): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('set_reminders', { p_day_before: day_before, p_hour_before: hour_before }).throwOnError()
}

/** Sets the hours of notice. Throws `AccessError` for anybody but admins, and the server's error. */
export async function setNoticeHours(hours: number): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('set_notice_hours', { p_hours: hours }).throwOnError()
}
