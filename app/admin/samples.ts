import { listSamples } from '@/lib/content/samples'
import { paths } from '@/lib/paths'
import type { Settings } from '@/lib/settings/schema'

/** Lists the samples not replaced yet, in the settings and in `lib/content`. */
export function listAllSamples({ location, is_sample }: Settings): string[] {
  const room = location.kind === 'video' ? ` (${location.name})` : ''
  return [...(is_sample ? [`${paths.settings}: usual location${room}`] : []), ...listSamples()]
}
