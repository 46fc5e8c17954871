import { place } from '@/lib/content/place'
import { postBooking, readFormPage } from '../native-form'
import { type Studio, startStudio } from '../studio'
import { read, says } from '../e2e/booking'
import { expect, shareStudio, test } from './fixtures'
import { cookieOf, sessionOf } from '../e2e/forged-sessions'

shareStudio()

const message = { name: 'Ana', time: 'none' }
const send = async ({ url }: { url: string }, email: string) =>
  (await postBooking(url, await readFormPage(url), { ...message, email })).state

/** An admin's page, without the data for its scripts. */
async function adminHtml(studio: Studio, url = studio.url) {
  const cookie = cookieOf(await sessionOf(studio, 'admin'))
  const html = await (await fetch(`${url}/admin`, { headers: { cookie } })).text()
  return html.replace(/<script[\s\S]*?<\/script>/g, '')
}

test('with an unknown site key visitors get an error; admin, log and health check name the reason', async ({
  studio,
}) => {
  const site = await studio.anotherSite({ SITE_SECRET: Buffer.alloc(32, 7).toString('base64') })
  try {
    expect(await send(site, 'ana@example.com')).toMatchObject({
      status: 'error',
      message: says.inquiryFailed,
      detail: expect.stringMatching(/^Our calendar takes no requests just now\. .*@/) as unknown,
    })
    const health = await read(site, '/api/health')
    expect([health.status, health.text]).toEqual([
      503,
      expect.stringContaining('does not know the key of this site'),
    ])
    await expect.poll(site.siteLog).toContain('does not know the key of this site')
    expect(await adminHtml(studio, site.url)).toContain('does not know the key of this site')
  } finally {
    await site.close()
  }
})

test('while the database counts days in another zone, log and health check name both, and what to do', async ({
  studio,
}) => {
  const setZone = (zone: string) =>
    studio.sql(`create or replace function private.studio_zone() returns text
      language sql immutable set search_path = '' as $$ select '${zone}' $$`)
  await setZone('Europe/Lisbon')
  const site = await studio.anotherSite({})
  try {
    const sentence = `The database counts days in Europe/Lisbon, the site in ${place.zone}. Change one of them: docs/`
    const health = await read(site, '/api/health')
    expect([health.status, health.text]).toEqual([503, expect.stringContaining(sentence)])
    expect(health.text).toContain('"status":"degraded"')
    await expect.poll(site.siteLog).toContain(sentence)
  } finally {
    await setZone(place.zone)
    await site.close()
  }
  expect((await read(studio, '/api/health')).status).toBe(200)
})

test(
  'without a stored site key the site works; health check and admin name the missing key',
  { tag: '@soak' },
  async () => {
    const studio = await startStudio(process.env.STUDIO_TEMPLATE ?? '', {
      env: { SITE_SECRET: '' },
      keyStored: false,
    })
    try {
      expect(await send(studio, 'ana@example.com')).toMatchObject({ status: 'success' })
      const health = await read(studio, '/api/health')
      expect([health.status, health.text]).toEqual([200, expect.stringContaining('no key of this site yet')])
      expect(await adminHtml(studio)).toContain('no key of this site yet')
    } finally {
      await studio.close()
    }
  },
)

test('in a flood of bookings no visitor is blamed, messages still arrive, and admins read why', async ({
  studio,
}) => {
  await studio.sql("update private.submission_caps set max = 0 where name = 'inquiries_in_an_hour'")
  expect(await send(studio, 'ana@example.com')).toMatchObject({
    status: 'error',
    message: says.inquiryFailed,
    detail: expect.stringMatching(/^We are getting more requests than usual.*@/) as unknown,
  })
  expect(await adminHtml(studio)).toContain('Visitors are turned away for now')
})
