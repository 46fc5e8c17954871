/** `npm run samples`: lists the samples (texts, pictures) that still have to be replaced, as the admin does. */
import { listSampleThings } from '../lib/content/sample-things'

const samples = listSampleThings()
for (const { page, name, places } of samples)
  console.log([`${page}: ${name}`, ...places.map((place) => `  lib/content/${place}`)].join('\n'))
console.log(samples.length ? `${samples.length} samples to replace.` : 'No samples left.')
// The location of calls is in the database, and only admins may read it.
console.log('Where calls usually happen is set in the admin: /admin/settings says whether it is the sample.')
