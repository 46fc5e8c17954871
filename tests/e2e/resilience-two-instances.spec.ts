import { randomUUID } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freeTimes, postBooking, readFormPage } from '../native-form'
import { people } from '../people'
import type { Studio } from '../studio'
import { expectLive, expectToast, openDialog, row } from './admin'
import { expect, shareStudio, signIn, test as base } from './fixtures'

/**
 * Two instances of the site behind a proxy that alternates between them.
 */
async function startPair(studio: Studio) {
  const second = await studio.anotherSite()
  const instances = [studio.url, second.url]
  const served = [0, 0]
  let turn = 0
  const front = createServer((incoming, outgoing) => {
    const one = turn++ % 2
    served[one] = (served[one] ?? 0) + 1
    const { method, url, headers } = incoming
    const onward = request(
      new URL(url ?? '/', instances[one]),
      { method, headers, setHost: false },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
        response.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(front.address() as AddressInfo).port}`,
    instances,
    served,
    async close() {
      front.closeAllConnections()
      front.close()
      await second.close()
    },
  }
}

const test = base.extend<{ pair: Awaited<ReturnType<typeof startPair>> }>({
  pair: async ({ studio }, use) => {
    const pair = await startPair(studio)
    await use(pair)
    await pair.close()
  },
  baseURL: async ({ pair }, use) => use(pair.url),
})
shareStudio({ sql: '' }) // with the usual caps

test(
  'on two instances an admin signs in once, works on either, and sees both sites’ requests live',
  { tag: '@soak' },
  async ({ page, pair }) => {
    await signIn(page, people.admin)
    await expectLive(page)
    for (const [i, url] of pair.instances.entries()) {
      const form = await readFormPage(url)
      const entry = { name: `Instance ${i}`, email: `instance-${i}@example.com`, time: 'none' }
      expect(
        (await postBooking(pair.instances[1 - i] ?? '', form, entry)).state?.status,
        'a form of one, sent to the other',
      ).toBe('success')
      await expect(row(page, `Instance ${i}`)).toBeVisible()
    }
    for (const [status, button] of [
      ['read', 'Mark as read'],
      ['replied', 'Mark as replied'],
      ['archived', 'Archive'],
    ] as const) {
      const dialog = await openDialog(page, 'Instance 0')
      await dialog.getByRole('button', { name: button }).click()
      await expectToast(page, 'Success', `Inquiry ${status} successfully`)
    }
    await page.reload()
    await expect(page.getByRole('banner').getByText('Welcome,')).toBeVisible()
    for (const count of pair.served) expect(count, 'requests that each instance served').toBeGreaterThan(5)
  },
)

test(
  'two instances share the caps, and one time is booked once through either',
  { tag: '@soak' },
  async ({ pair }) => {
    const form = await readFormPage(pair.url)
    const submit = (one: number, entry: object) =>
      postBooking(pair.instances[one % 2] ?? '', form, { name: 'Weka', request_id: randomUUID(), ...entry })
    const statuses: (string | undefined)[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await submit(n, { email: 'weka@example.com', time: 'none' })).state?.status)
    expect(statuses, 'five in 24 hours').toEqual([...Array<string>(5).fill('success'), 'error'])

    const [time = ''] = await freeTimes(pair.url, 60)
    const race = await Promise.all(
      Array.from({ length: 4 }, (_, n) => submit(n, { email: `race-${n}@example.com`, time })),
    )
    expect(race.filter(({ state }) => state?.status === 'success')).toHaveLength(1)
    for (const { status, state } of race) {
      expect(status).toBe(200)
      if (state?.status === 'error')
        expect(state.message).toBe('Failed to create booking. This time slot may already be booked.')
    }
  },
)
