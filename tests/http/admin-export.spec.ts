import { parse } from 'csv-parse/sync'
import type { APIRequestContext } from '@playwright/test'
import { address, book, client, inquire } from '../e2e/admin'
import { send } from '../e2e/offers'
import { adminTest as test, expect, MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

/** Follows a download link on a page. Returns the file's name and text. */
async function downloadFrom(request: APIRequestContext, page: string, path: string) {
  expect(await (await request.get(page)).text(), page).toContain(`href="${path}"`)
  return download(request, path)
}

async function download(request: APIRequestContext, path: string) {
  const response = await request.get(path)
  const [, name] =
    /^attachment; filename="?([^";]+)/.exec(response.headers()['content-disposition'] ?? '') ?? []
  return { name, text: await response.text() }
}

const CSV = '/admin/export/requests.csv'

test('an admin downloads all requests as a spreadsheet, and no one else does', async ({
  request,
  studio,
}) => {
  await book(studio, { name: '=1+1', date: '2026-12-01', email: 'ana@example.org', message: 'One\ntwo' })
  await inquire(studio, { name: 'Ben', message: 'Hello' })

  const { name, text } = await downloadFrom(request, '/admin/settings', CSV)
  expect(name).toBe('requests-2026-11-23.csv')
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows.map((row) => row.Name)).toEqual(['Ben', "'=1+1"])
  expect(rows[1]).toMatchObject({ Message: 'One\ntwo', 'Call date': '2026-12-01', 'Call starts': '09:00' })
  expect(studio.siteLog()).toContain('admin: an admin exported data.')

  await test.step('the download leads a signed-out person to the sign-in, and from there to the settings', async () => {
    const response = await fetch(studio.url + CSV, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([
      307,
      expect.stringMatching(/\/login\?next=%2Fadmin%2Fsettings$/),
    ])
    const head = await request.head(CSV)
    expect([head.status(), head.headers()['content-disposition']]).toEqual([200, undefined])
  })

  await test.step('a failed download shows a sentence', async () => {
    studio.proxy.set('500', 'POST')
    const response = await request.get(CSV)
    expect(response.status()).toBe(503)
    expect(await response.text()).toContain('try again')
    studio.proxy.set('none')
  })
})

test('an admin downloads all data of one person, also of an erased one with an offer', async ({
  request,
  studio,
}) => {
  const admin = await client(studio, studio.people.admin)
  const { id } = await inquire(studio, {
    name: 'Carla',
    message: 'Mine: https://x/booking/manage/3f2504e0-4f89-41d3-9a0c-0305e82c3301.AbCdEfGhIjKlMnOpQrS-_9',
  })
  await book(studio, { name: 'Carla', date: '2026-12-02' })
  await admin
    .rpc('add_note', { p_id: crypto.randomUUID(), p_request_id: id, p_body: 'Rings back' })
    .throwOnError()
  const offer = await send(studio, id, 'Carla')

  const { name, text } = await download(request, `/admin/export/${id}.json`)
  expect(name).toBe(`person-${id}.json`)
  expect(JSON.parse(text)).toMatchObject({
    email: address('Carla'),
    requests: [{}, { notes: [{ body: 'Rings back' }] }],
  })
  expect(text).toContain(offer.text.split('\n')[0])
  expect(text).not.toContain('AbCdEf')

  await admin
    .rpc('record_acceptance', {
      p_offer_id: offer.id,
      p_version: 1,
      p_email_text: 'Yes, go ahead',
      p_keep_years: 7,
    })
    .throwOnError()
  await admin.rpc('erase_person', { p_email: address('Carla') }).throwOnError()
  const gone = await request.get(`/admin/export/${id}.json`)
  expect([gone.status(), await gone.text()]).toEqual([404, expect.stringContaining('they were erased')])
  for (const other of ['x.json', `${id}`, '3f2504e0-4f89-41d3-9a0c-0305e82c3301.json'])
    expect((await request.get(`/admin/export/${other}`)).status(), other).toBe(404)
  const kept = await downloadFrom(request, `/admin/offers/${offer.id}`, `/admin/export/${offer.id}.json`)
  expect(kept.name).toBe(`person-${offer.id}.json`)
  expect(JSON.parse(kept.text)).toMatchObject({
    requests: [],
    other_offers: [{ acceptance: { email_text: 'Yes, go ahead' } }],
  })
})
