import 'server-only'
import { adminClient } from '../supabase/auth'
import { clearAsksForPhone } from './queries'
import type { SettingsChange } from './schema'

/**
 * Saves the settings in `changes` and mails nobody. Returns false and saves nothing if one of them differs
 * from `seen`, because another admin changed it. Throws `AccessError` unless the caller is an admin, and the
 * server's error.
 */
export async function setSettings({ changes, seen }: SettingsChange): Promise<boolean> {
  const supabase = await adminClient()
  const { error } = await supabase.rpc('set_settings', { p_changes: changes, p_seen: seen })
  if (error?.message === 'settings_changed') return false
  if (error) throw error
  if (changes.location) clearAsksForPhone()
  return true
}
