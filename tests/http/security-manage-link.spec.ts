import { postForm, readForm } from '../native-form'
import { stored } from '../e2e/booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'
import { bookLink, linkOf } from '../e2e/manage'
import { linkOf as offerLinkOf, makeOffer } from '../e2e/offers'

shareStudio({ now: MONDAY })

test('a stranger with only the link cannot guess whose it is', async ({ studio }) => {
  const link = await bookLink(studio, { name: 'Aroha', date: '2026-12-15', email: 'aroha@example.org' })
  const { fields } = await readForm(studio.url + link)
  const guess = (email: string, intent = 'erase') =>
    postForm(studio.url + link, fields, [
      ['intent', intent],
      ['email', email],
    ])
  for (const intent of ['erase', 'erase-now', 'erase', 'erase-now', 'erase']) {
    const { html } = await guess('anahera@example.org', intent)
    expect(html).toContain('That is not the email address of this booking.')
  }
  for (const intent of ['erase', 'erase-now']) {
    const [right, wrong] = await Promise.all([
      guess('aroha@example.org', intent),
      guess('anahera@example.org', intent),
    ])
    expect(right.status).toBe(200)
    expect(right.alert).toContain('Too many wrong email addresses were tried for this booking.')
    expect(wrong.alert).toBe(right.alert)
    expect(right.html).not.toContain('Erase it now')
  }
  expect((await stored(studio)).bookings).toMatchObject([{ email: 'aroha@example.org' }])

  const other = await bookLink(studio, { name: 'Hemi', date: '2026-12-15', email: 'hemi@example.org' })
  const page = await readForm(studio.url + other)
  const { html } = await postForm(studio.url + other, page.fields, [
    ['intent', 'erase'],
    ['email', 'HEMI@example.org'],
  ])
  expect(html, 'another booking’s visitor is not kept from it').toContain('Erase it now')
})

test('a wrong, old, cut or made-up link opens the same page; no log holds it', async ({
  request,
  studio,
}) => {
  const link = await bookLink(studio, { name: 'Rewi', date: '2026-12-03' })
  const [, id = '', signature = ''] = /([^/]+)\.([^.]+)$/.exec(link) ?? []
  const offered = await makeOffer(studio, 'Gus')
  const signed = offered.path.split('/').at(-1) ?? ''
  const tampered = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  const pages = { booking: new Set<string | undefined>(), offer: new Set<string | undefined>() }
  for (const path of [
    ...[linkOf(studio, id, 2), linkOf(studio, crypto.randomUUID())],
    ...[`${id}.${tampered}`, id, signed, '%E0%A4%A', '%E0?date=2026-12-15'].map(
      (end) => `/booking/manage/${end}`,
    ),
    ...[offerLinkOf(studio, offered.id, 2), offerLinkOf(studio, offered.requestId)],
    ...[signed.slice(0, -1), offered.id, linkOf(studio, offered.id).split('/').at(-1), '%E0'].map(
      (end) => `/offer/${end}`,
    ),
  ]) {
    const response = await fetch(studio.url + path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'nonce-/)
    const kind = path.startsWith('/offer') ? 'offer' : 'booking'
    pages[kind].add(/<main.*<\/main>/s.exec(await response.text())?.[0])
  }
  for (const [kind, shown] of Object.entries(pages))
    expect([...shown], kind).toEqual([expect.stringMatching(/<h1[^>]*>This link does not work<\/h1>/)])
  for (const end of [`${id}.${tampered}`, id])
    expect((await fetch(`${studio.url}/booking/manage/${end}/call.ics`)).status).toBe(404)
  for (const path of ['/booking/manage/%E0', '/booking/manage/%E0/call.ics']) {
    const redirect = await request.get(path, { maxRedirects: 0 })
    expect(redirect.status(), path).toBe(303)
    expect(redirect.headers()['content-security-policy'], path).toContain("default-src 'none'")
  }
  await fetch(`${studio.url}${link}/nothing-here`)
  await expect.poll(() => studio.siteLog()).toContain('404 /booking/manage/…')
  for (const secret of [id, signature, tampered, offered.id]) expect(studio.siteLog()).not.toContain(secret)
})
