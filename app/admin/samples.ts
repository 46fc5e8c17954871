import { listSamples } from '@/lib/content/samples'
import { paths } from '@/lib/paths'
import type { StoredLocation } from '@/lib/settings/schema'

/** What is still a sample: in the settings, and in `lib/content`. */
export function listAllSamples(usual: StoredLocation): string[] {
  const room = usual.kind === 'video' ? ` (${usual.name})` : ''
  const settings = usual.is_sample ? [`${paths.settings}: usual location${room}`] : []
  return [...settings, ...listSamples()]
}
