import { randomUUID } from 'node:crypto'
import { NO_TIME } from '@/lib/booking/form'
import { type FormPage, postBooking, readFormPage } from '../native-form'
import { type Studio, startStudio } from '../studio'
import { expect, test } from './fixtures'

const sql = "update private.submission_caps set max = 2 where name = 'submits_per_address_in_10_minutes';"
test.use({ studioOptions: { file: import.meta.url, sql, env: { TRUSTED_PROXIES: '1' } } })

/** Sends messages as a client whom the proxy in front of the site calls by these addresses; returns whether each was taken. */
async function send({ url }: Studio, page: FormPage, ...forwarded: string[]) {
  const taken: boolean[] = []
  for (const address of forwarded) {
    const { state } = await postBooking(
      url,
      { ...page, requestId: randomUUID() },
      { time: NO_TIME, name: 'Ana', email: `${randomUUID()}@example.com` },
      { 'x-forwarded-for': address },
    )
    if (state?.status === 'error') expect(state.detail).toContain('That is as much as we take')
    taken.push(state?.status === 'success')
  }
  return taken
}

test('behind a trusted proxy each address has its own cap, and nobody can write another one in front of it', async ({
  studio,
}) => {
  const page = await readFormPage(studio.url)
  expect(await send(studio, page, '203.0.113.7', '203.0.113.7', '203.0.113.7')).toEqual([true, true, false])
  expect(await send(studio, page, '203.0.113.8', '203.0.113.8', '203.0.113.8')).toEqual([true, true, false])
  expect(await send(studio, page, '198.51.100.1, 203.0.113.7', '203.0.113.9')).toEqual([false, true])
})

test('without a trusted proxy the header is ignored: it caps nobody', async () => {
  const studio = await startStudio(process.env.STUDIO_TEMPLATE ?? '', { sql })
  try {
    const page = await readFormPage(studio.url)
    expect(await send(studio, page, ...Array<string>(4).fill('203.0.113.7'))).toEqual(Array(4).fill(true))
  } finally {
    await studio.close()
  }
})
