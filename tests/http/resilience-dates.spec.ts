import { expect, shareStudio, test } from './fixtures'
import { addDays, dateAt } from '@/lib/dates'

shareStudio()

/** Sends a visitor's request, with a visitor's patience as the timeout. */
async function ask(address: string) {
  const response = await fetch(address, { signal: AbortSignal.timeout(5_000) })
  return { status: response.status, text: await response.text() }
}

const absurd = [
  ['9999-10-31', '9999-12-31'],
  ['9999-12-31', '9999-12-31'],
  ['0000-01-01', '0000-02-28'],
  ['0001-01-01', '9999-12-31'],
  ['2199-12-01', '2200-01-31'],
]

test('absurd dates get a sentence, and every month of the calendar is readable', async ({ studio }) => {
  for (const [from, to] of absurd) {
    const { status, text } = await ask(`${studio.url}/api/slots?from=${from}&to=${to}`)
    const refused = [400, expect.stringContaining('from a month ago to 13 months ahead')]
    expect([status, text], `${from} to ${to}`).toEqual(refused)
    expect((await ask(`${studio.url}/about`)).status, 'the site goes on').toBe(200)
  }
  const today = dateAt()
  for (const [from, to] of [
    [addDays(today, -31), addDays(today, 30)],
    [addDays(today, 365), addDays(today, 365 + 61)],
  ])
    expect((await ask(`${studio.url}/api/slots?from=${from}&to=${to}`)).status, from).toBe(200)
})
