import { postForm, readForm } from '../native-form'
import { stored } from './booking'
import { expect, shareStudio, test } from './fixtures'
import { bookLink } from './manage'

shareStudio()

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
