/** `npm run samples`: lists the samples (texts, pictures) that still have to be replaced. The admin lists the same. */
import { listSamples } from '../lib/content/samples'

const samples = listSamples()
console.log(
  samples.length ? `${samples.join('\n')}\n${samples.length} samples to replace.` : 'No samples left.',
)
// The location of calls is in the database, and only admins may read it.
console.log('Where calls usually happen is set in the admin: /admin/settings says whether it is the sample.')
