import 'server-only'
import { adminClient } from '../supabase/auth'
import { clearAsksForPhone } from './queries'
import type { SettingsChange } from './schema'

/**
 * Saves the settings in `changes` and sends no mail. Returns false and saves nothing if a setting differs
 * from `seen`, because another admin changed it. Throws an `AccessError` unless the caller is an admin, and
 * the database server's error.
 */
export async function setSettings({ changes, seen }: SettingsChange): Promise<boolean> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('set_settings', { p_changes: changes, p_seen: seen })
  if (error?.message === 'settings_changed') return false
  if (error) throw error
  if (changes.location) clearAsksForPhone()
  return true
}
