/** `npm run samples`: what on the site is still a sample. The admin's desk shows the same list. */
import { listSamples } from '../lib/content/samples'

const samples = listSamples()
console.log(
  samples.length ? `${samples.join('\n')}\n${samples.length} samples to replace.` : 'No samples left.',
)
