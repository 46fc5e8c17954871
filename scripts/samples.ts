/** `npm run samples`: lists the sample content that is left. The admin shows the same list. */
import { listSamples } from '../lib/content/samples'

const samples = listSamples()
console.log(
  samples.length ? `${samples.join('\n')}\n${samples.length} samples to replace.` : 'No samples left.',
)
// The location is a row that only admins may read.
console.log('Where calls usually happen is set in the admin: /admin/settings says whether it is the sample.')
