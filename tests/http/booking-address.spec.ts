import { randomUUID } from 'node:crypto'
import { NO_TIME } from '@/lib/booking/form'
import { type FormPage, postBooking, readFormPage } from '../native-form'
import { expect, shareStudio, test } from './fixtures'

const sql = "update private.submission_caps set max = 2 where name = 'submits_per_address_in_10_minutes';"
shareStudio({ sql })

/**
 * Sends messages with these addresses in the proxy's header. Returns true for each accepted one.
 */
async function send(url: string, page: FormPage, ...forwarded: string[]) {
  const taken: boolean[] = []
  for (const address of forwarded) {
    const { state } = await postBooking(
      url,
      { ...page, requestId: randomUUID() },
      { time: NO_TIME, name: 'Ana', email: `${randomUUID()}@example.com` },
      { 'x-forwarded-for': address },
    )
    if (state?.status === 'error') expect(state.detail).toContain('Several requests from you')
    taken.push(state?.status === 'success')
  }
  return taken
}

test('no visitor evades an address’s cap or uses up another’s; without a proxy headers are ignored', async ({
  studio,
}) => {
  const { url, close } = await studio.anotherSite({ TRUSTED_PROXIES: '1' })
  const page = await readFormPage(url)
  const [mine, theirs] = ['203.0.113.7', '203.0.113.8']
  const forged = `198.51.100.1, ${mine}`
  expect(await send(url, page, mine, mine, mine, theirs, forged)).toEqual([true, true, false, true, false])
  await close()
  expect(await send(studio.url, page, mine, mine, mine)).toEqual([true, true, true])
})
