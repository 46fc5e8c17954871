import { JSDOM } from 'jsdom'
import { book, client, raiseCaps } from '../e2e/admin'
import { cookieOf, sessionOf } from '../e2e/forged-sessions'
import { startMailedSite } from '../e2e/mailed-site'
import type { Studio } from '../studio'
import { adminActions, press } from './actions'
import { adminTest as test, expect, MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })
test.beforeEach(({ studio }) => studio.startAfresh(raiseCaps))

/** Books `count` calls on each date, confirms them and closes the dates. Returns their ids in order of time. */
async function closeOver(studio: Studio, dates: string[], count: number) {
  const admin = await client(studio, studio.people.admin)
  const ids: string[] = []
  for (const date of dates)
    for (let nth = 0; nth < count; nth += 1) {
      const name = `Call ${ids.length}`
      ids.push((await book(studio, { name, date, email: `call${ids.length}@example.org` })).id)
    }
  await admin.from('bookings').update({ status: 'confirmed' }).in('id', ids).throwOnError()
  await admin.rpc('close_dates', { p_from: dates[0] ?? '', p_to: dates.at(-1) ?? '' }).throwOnError()
  const revisionOf = async (id: string) =>
    (await admin.from('bookings').select('revision').eq('id', id).single().throwOnError()).data.revision
  const lettersOf = async (id: string) =>
    (await admin.rpc('list_replies', { p_request_id: id }).throwOnError()).data.length
  return { admin, ids, revisionOf, lettersOf }
}

test('the list of calls on closed dates comes ticked, but for those asked or kept; the bar counts the rest', async ({
  request,
  studio,
}) => {
  const dates = ['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11']
  const { admin, ids, revisionOf } = await closeOver(studio, dates, 6)
  const [asked = '', kept = ''] = ids
  const letter = { p_id: crypto.randomUUID(), p_request_id: asked, p_revision: await revisionOf(asked) }
  await admin
    .rpc('send_reply', { ...letter, p_kind: 'propose', p_subject: 'Another?', p_body: 'Hello' })
    .throwOnError()
  await admin.rpc('keep_call', { p_booking_id: kept }).throwOnError()

  const site = await startMailedSite(studio)
  const read = async (url: string, query: string) => {
    const html = await (await request.get(`${url}/admin?view=on_closed_date${query}`)).text()
    const main = new JSDOM(html).window.document.querySelector('main')
    const rows = [...(main?.querySelectorAll('tbody tr') ?? [])]
    const ready = [...(main?.querySelectorAll('[data-ready]') ?? [])].map(({ textContent }) => textContent)
    const ticked = rows.filter((row) => row.querySelector('[role=checkbox][data-state=checked]'))
    return {
      rows: rows.length,
      ticked: ticked.map((row) => row.getAttribute('data-id')),
      ready,
      text: main?.textContent,
    }
  }
  const list = await read(site.url, '')
  expect(list).toMatchObject({ rows: 25, ticked: ids.slice(2, 25) })
  expect(list.text).toContain('5 dates are closed: 28 people have calls')
  expect(list.text).toContain('23 bookings selected, 5 left')
  expect(list.ready, 'the only amber button').toEqual(['Ask for another time'])
  expect(list.text).not.toContain('Cancel bookings')

  const day = await read(site.url, '&from=2026-12-07&to=2026-12-07')
  expect(day).toMatchObject({ rows: 6, ticked: ids.slice(2, 6) })
  expect(day.text).toContain('On a closed date: Mon 7 Dec.24 more without the filter.Show all 30')
  expect(day.text).toContain('4 bookings selected')

  const unmailed = await read(studio.url, '')
  expect(unmailed).toMatchObject({ rows: 25, ticked: [] })
  expect(unmailed.ready).toEqual([])
  await site.close()
  await site.mailServer.close()
})

test('a call that changed after the admin’s list gets no letter, and a second press sends no second one', async ({
  studio,
}) => {
  const { admin, ids, revisionOf, lettersOf } = await closeOver(studio, ['2026-12-10'], 4)
  const seen = await Promise.all(ids.map(async (id) => ({ id, revision: await revisionOf(id) })))
  const [kept = '', cancelled = ''] = ids
  await admin.rpc('keep_call', { p_booking_id: kept }).throwOnError()
  await admin.from('bookings').update({ status: 'cancelled' }).eq('id', cancelled).throwOnError()

  const askForTimes = adminActions().find(([name]) => name === 'askForTimes')
  if (!askForTimes) throw new Error('The build has no such action.')
  const cookie = cookieOf(await sessionOf(studio, 'admin'))
  const ask = async () => (await press(studio, askForTimes, seen, { cookie })).text
  await Promise.all([ask(), ask()])
  expect(await Promise.all(ids.map(lettersOf))).toEqual([0, 0, 1, 1])
  expect(await ask()).toContain('Nobody was asked')
})
