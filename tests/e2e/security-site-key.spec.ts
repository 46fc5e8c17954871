import type { Page } from '@playwright/test'
import { postBooking, readFormPage } from '../native-form'
import { people } from '../people'
import { startStudio } from '../studio'
import { client } from './admin'
import { read, says } from './booking'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

const message = { name: 'Ana', time: 'none' }
const send = async ({ url }: { url: string }, email: string) =>
  (await postBooking(url, await readFormPage(url), { ...message, email })).state

/** Signs the admin in at this site. */
async function enter(page: Page, { url }: { url: string }) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(people.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(people.admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('somebody with only the public key sends nothing past the site, and a visitor of the site is served', async ({
  studio,
}) => {
  const stranger = await client(studio)
  const { error } = await stranger.rpc('create_inquiry', { p_name: 'Bot', p_email: 'bot@example.com' })
  expect(error?.message).toBe('not_signed')
  expect(await send(studio, 'ana@example.com')).toMatchObject({ status: 'success' })
  expect(await read(studio, '/api/health')).toEqual({ status: 200, text: '{"status":"ok"}' })
})

test('a site whose key the database does not know says so to visitors, in its log, in its health and to admins', async ({
  page,
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
    await enter(page, site)
    await expect(page.getByText('does not know the key of this site')).toBeVisible()
  } finally {
    await page.close()
    await site.close()
  }
})

test(
  'while no key is stored the site works, and its health and the admin say what is missing',
  { tag: '@soak' },
  async ({ page }) => {
    const studio = await startStudio(process.env.STUDIO_TEMPLATE ?? '', {
      env: { SITE_SECRET: '' },
      keyStored: false,
    })
    try {
      expect(await send(studio, 'ana@example.com')).toMatchObject({ status: 'success' })
      const health = await read(studio, '/api/health')
      expect([health.status, health.text]).toEqual([200, expect.stringContaining('no key of this site yet')])
      await enter(page, studio)
      await expect(page.getByText('no key of this site yet')).toBeVisible()
    } finally {
      await page.close()
      await studio.close()
    }
  },
)

test('when all together send too much, nobody is blamed, messages still arrive, and admins read why', async ({
  page,
  studio,
}) => {
  await studio.sql("update private.submission_caps set max = 0 where name = 'inquiries_in_an_hour'")
  expect(await send(studio, 'ana@example.com')).toMatchObject({
    status: 'error',
    message: says.inquiryFailed,
    detail: expect.stringMatching(/^We are getting more requests than usual.*@/) as unknown,
  })
  await enter(page, studio)
  await expect(page.getByText('Visitors are turned away for now')).toBeVisible()
})
