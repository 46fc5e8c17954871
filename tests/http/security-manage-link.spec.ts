import { expect, shareStudio, test, MONDAY } from './fixtures'
import { bookLink, linkOf } from '../e2e/manage'
import { linkOf as offerLinkOf, makeOffer } from '../e2e/offers'

shareStudio({ now: MONDAY })

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
