import { says, stored } from '../e2e/booking'
import { postForm, readForm } from '../native-form'
import { expect, MONDAY, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })

test('without scripts a form posted twice is one call; a stranger’s repeat learns nothing', async ({
  studio,
}) => {
  const url = `${studio.url}/booking?date=2026-11-27`
  const { fields, times } = await readForm(url)
  const entries = (more: Record<string, string> = {}): [string, string][] =>
    Object.entries({ time: times[0] ?? '', name: 'Ana', email: 'plain@example.com', ...more })
  const heading = ({ html }: { html: string }) => /<h1[^>]*>([^<]*)/.exec(html)?.[1]
  const link = ({ html }: { html: string }) => html.includes('/call.ics')
  const answers = []
  for (const more of [{}, {}, { email: 'right@example.com' }, { name: 'Ana Lee' }])
    answers.push(await postForm(url, fields, entries(more as Record<string, string>)))
  expect(answers.map((answer) => [heading(answer), link(answer)])).toEqual([
    [says.bookingCreated, true],
    [says.bookingCreated, true],
    ['You have booked this call', false],
    ['You have booked this call', true],
  ])
  const mine = (await stored(studio)).bookings.filter(({ email }) => email === 'plain@example.com')
  expect(mine).toMatchObject([{ name: 'Ana' }])

  const read = []
  for (const email of ['plain@example.com', 'right@example.com', 'nobody@example.com']) {
    const form = await readForm(url)
    read.push((await postForm(url, form.fields, entries({ email }))).alert)
  }
  expect(read[0]).toContain(says.bookingFailed)
  expect(new Set(read).size, 'three answers that are the same').toBe(1)
})
