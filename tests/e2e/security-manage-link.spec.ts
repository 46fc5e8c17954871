import { postForm, readForm } from '../native-form'
import { stored } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'
import { bookLink } from './manage'

shareStudio({ now: MONDAY })

test('who has only the link cannot find out by guessing whose it is', async ({ studio }) => {
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

test('a link that was cut within a letter gets the page of a link that does not work, no error page', async ({
  request,
  studio,
}) => {
  for (const link of ['%E0%A4%A', '00000000-0000-4000-8000-000000000000.AAAA%', '%E0?date=2026-12-15']) {
    const response = await fetch(`${studio.url}/booking/manage/${link}`)
    expect(response.status, link).toBe(200)
    expect(response.headers.get('content-security-policy'), link).toMatch(/script-src 'self' 'nonce-/)
    const html = await response.text()
    expect(html, link).toContain('This link does not work')
    expect(html, link).toContain('Book another call')
  }
  for (const path of ['/booking/manage/%E0', '/booking/manage/%E0/call.ics']) {
    const redirect = await request.get(path, { maxRedirects: 0 })
    expect(redirect.status(), path).toBe(303)
    expect(redirect.headers()['content-security-policy'], path).toContain("default-src 'none'")
  }
})
