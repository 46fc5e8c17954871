import 'server-only'
import { adminClient } from '../supabase/auth'
import { clearAsksForPhone } from './queries'
import type { Reminders, UsualLocation } from './schema'

/**
 * Sets where calls happen that have no location of their own. Mails nobody. Throws `AccessError` for
 * anybody but admins, and the server's error.
 */
export async function setUsualLocation(location: UsualLocation): Promise<void> {
  const supabase = await adminClient()
  const { name, url } = location.kind === 'video' ? location : {}
  await supabase.rpc('set_usual_location', { p_kind: location.kind, p_name: name, p_url: url }).throwOnError()
  clearAsksForPhone()
}

/** Sets which reminders go. Throws `AccessError` for anybody but admins, and the server's error. */
export async function setReminders({ day_before, hour_before }: Reminders): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('set_reminders', { p_day_before: day_before, p_hour_before: hour_before }).throwOnError()
}

/** Sets the hours of notice. Throws `AccessError` for anybody but admins, and the server's error. */
export async function setNoticeHours(hours: number): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('set_notice_hours', { p_hours: hours }).throwOnError()
}
