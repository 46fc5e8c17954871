import fc from 'fast-check'
import { HONEYPOT } from '@/lib/booking/form'
import { actionFields, postForm, readForm } from '../native-form'
import { says } from '../e2e/booking'
import { shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

const RUNS = process.env.SOAK ? 10_000 : 150
const AT_ONCE = 10

test(
  'any made-up post to the booking page gets the page with a message',
  { tag: '@soak' },
  async ({ studio }) => {
    test.setTimeout(RUNS * 500)
    const url = `${studio.url}/booking?date=2026-12-01`
    const form = await readForm(url)
    const { times } = form
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('Ana', 'ana@example.com', 'none', ' ', '\u202e', '\u0000', 'x'.repeat(6_000), ...times),
      fc.constant(new File(['x'], 'x.txt')),
    )
    const field = fc.constantFrom(
      'name',
      'email',
      'message',
      'time',
      'instead',
      'request_id',
      HONEYPOT,
      '__proto__',
    )
    const posts = fc.sample(fc.array(fc.tuple(field, value), { maxLength: 9 }), {
      numRuns: RUNS,
      seed: 20261123,
    })
    const sentences = [
      says.pickBoth,
      says.missing,
      says.bookingNotMade,
      says.inquiryFailed,
      'Please check the marked fields.',
    ]
    const action = actionFields(form)

    for (let i = 0; i < posts.length; i += AT_ONCE) {
      const batch = posts.slice(i, i + AT_ONCE)
      const responses = await Promise.all(batch.map((fields) => postForm(url, action, fields)))
      responses.forEach(({ status, html, alert }, n) => {
        const sent = html.includes(says.bookingCreated) || html.includes(says.inquirySent)
        const inWords = sent || sentences.some((sentence) => alert.includes(sentence))
        // No `expect`: Playwright keeps each one as a step, and searches all of them for the next.
        if (status !== 200 || !inWords)
          throw new Error(`${status}, ${inWords ? '' : 'not '}in words: ${JSON.stringify(batch[n])}`)
      })
    }
  },
)
