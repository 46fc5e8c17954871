/** `npm run samples`: lists the content that is still a sample. The admin shows the same list. */
import { listSamples } from '../lib/content/samples'

const samples = listSamples()
console.log(
  samples.length ? `${samples.join('\n')}\n${samples.length} samples to replace.` : 'No samples left.',
)
