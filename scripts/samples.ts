/** `npm run samples`: lists the sample texts that still have to be replaced. The admin shows the same list. */
import { listSamples } from '../lib/content/samples'

const samples = listSamples()
console.log(
  samples.length ? `${samples.join('\n')}\n${samples.length} samples to replace.` : 'No samples left.',
)
// The location of calls is in the database, and only admins may read it.
console.log('Where calls usually happen is set in the admin: /admin/settings says whether it is the sample.')
