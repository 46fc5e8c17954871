import { listSampleThings, type SampleThing } from '@/lib/content/sample-things'
import type { Settings } from '@/lib/settings/schema'

/** In the settings and in `lib/content`. */
export function listAllSamples({ is_sample }: Settings): SampleThing[] {
  const room = { page: 'Calls', name: 'Where calls happen', places: [] }
  return [...(is_sample ? [room] : []), ...listSampleThings()]
}

export const countSamples = (count: number) =>
  count === 1 ? '1 left: visitors read it as yours' : `${count} left: visitors read them as yours`
