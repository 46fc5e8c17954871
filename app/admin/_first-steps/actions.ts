'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { paths } from '@/lib/paths'
import { adminAction } from '../admin-action'

const NOT_SAVED = 'Failed to save the settings'

export const putStepsAway = adminAction(z.boolean(), NOT_SAVED, async (isAway, supabase) => {
  const setting = (first_steps_put_away: boolean) => ({ first_steps_put_away })
  await supabase.rpc('set_settings', { p_changes: setting(isAway), p_seen: setting(!isAway) }).throwOnError()
  if (!isAway) return 'The first steps are back'
  return { kind: 'done', message: 'The first steps are in Settings', undo: ['putStepsAway', false] }
})

const endNews = adminAction(z.void(), NOT_SAVED, async (_, supabase) => {
  const change = { p_changes: { samples_seen: true }, p_seen: { samples_seen: false } }
  await supabase.rpc('set_settings', change).throwOnError()
  return ''
})

/** Also ends the news that visitors can read samples. */
export async function seeSamples() {
  const result = await endNews()
  if (result.kind !== 'done') return result
  redirect(`${paths.settings}#samples`)
}
