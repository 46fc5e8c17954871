import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startCalendarServer } from '../calendar-server'
import { makeCertificate } from '../db/https-site'
import type { Studio } from '../studio'
import { answer, book, client, expect, expectToast, loseResponses, openSetting, test, toast } from './admin'
import { axeViolations, MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

const OUTBOX_SECRET = 'kelp'.repeat(10)
const ID = '9d3f5c5e-0000-4000-8000-000000000001'
// 1 December, 9:00 to 9:30 in Wellington.
const NINE = '{[2026-11-30T20:00:00Z,2026-11-30T20:30:00Z)}'

/**
 * Stores a calendar with the result of a reading. The built site cannot read a test's calendar, because it connects only
 * to public addresses.
 */
const addCalendar = (studio: Studio, busy = NINE) =>
  studio.sql(`
    insert into private.calendars (id, label, host, address, added_by, all_day_busy, busy, has_events, known_until)
    values ('${ID}', 'Mere', 'calendars.example', 'c2VhbGVk', 'admin@studio.test', true, '${busy}', true, '2027-12-25')`)
const BUSY = 'When you are busy'
const part = (page: Page) => page.getByRole('region', { name: BUSY })

test.beforeEach(({ studio }) => studio.sql('delete from private.calendars'))

test('an admin sees on the day and in a request whose calendar is busy, and can use the time @full', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'First Fia', date: '2026-12-01' })
  const { id } = await book(studio, { name: 'Later Lupe', date: '2026-12-02' })
  await addCalendar(studio)

  await page.goto('/admin/hours?date=2026-12-01')
  const nine = page.getByRole('listitem').filter({ hasText: '9:00 – 9:30 AM' })
  await expect(nine.first()).toContainText('Busy (Mere)')
  await expect(nine.first()).toContainText('Booked')
  await studio.sql(`update private.calendars set busy = '{[2026-11-30T20:00:00Z,2026-11-30T21:00:00Z)}'`)
  await page.reload()
  await expect(
    page
      .getByRole('gridcell', { name: /1 December.*1 booked, 1 busy/ })
      .or(page.getByRole('button', { name: /1 December.*1 booked, 1 busy/ }))
      .first(),
  ).toBeVisible()

  await page.goto('/admin?q=fia&view=all')
  await page.getByRole('link', { name: 'First Fia', exact: true }).first().click()
  await expect(page.getByRole('main')).toContainText('Mere’s calendar is busy then.')

  await page.goto(`/admin/requests/${id}`)
  await page.getByRole('button', { name: 'Move call…' }).click()
  const form = page.getByRole('dialog', { name: 'Move the call' })
  await form.getByLabel('Date').fill('2026-12-01')
  await expect(form.getByRole('status')).toContainText('free on')
  const times = await form.getByLabel(/^Time/).getByRole('option').allTextContents()
  expect(times, 'a busy time is not among the free ones').not.toContain('9:30 AM – 10:00 AM')
  await form.getByLabel(/^Time/).selectOption('Another time…')
  await form.getByLabel('From').fill('09:30')
  await form.getByRole('button', { name: 'Move the call' }).click()
  const question = page.getByRole('alertdialog', { name: 'At a busy time?' })
  await expect(question).toContainText('Mere’s calendar is busy then.')
  await question.getByRole('button', { name: 'Yes, at this time' }).click()
  await expect(toast(page, 'Success', /call moved to Tue 1 Dec 2026, 9:30 AM$/)).toBeVisible()

  await studio.sql(`update private.calendars set busy = '{[2026-11-20T00:00:00Z,2027-11-20T00:00:00Z)}'`)
  await page.goto('/admin')
  await expect(
    page.getByText(
      /^Nobody can book: of the times in the next 14 days, 2 are taken and your calendars are busy in \d+\./,
    ),
  ).toBeVisible()
})

test('a founder sees on a phone which events are unreadable, on which day, and what to do @full', async ({
  page,
  studio,
}) => {
  await addCalendar(studio)
  const first = [
    { line: 812, code: 'rule', date: '2026-12-08' },
    { line: 1204, code: 'no_start', date: null },
  ]
  await studio.sql(`update private.calendars set unread = '${JSON.stringify({ count: 2, first })}'`)
  await page.goto('/admin')
  const news = page
    .getByRole('listitem')
    .filter({ hasText: '2 events in Mere’s calendar are not understood' })
  await expect(news.getByRole('link', { name: 'See them' })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/admin/settings')
  await openSetting(page, BUSY)
  const mere = part(page).getByRole('listitem', { name: 'Mere' })
  await expect(mere.getByText(/^Read .* [AP]M\. 2 events are not understood:$/)).toBeVisible()
  await expect(
    mere.getByRole('list', { name: '2 events are not understood' }).getByRole('listitem'),
  ).toHaveText([
    'Its first time, Tue 8 Dec, counts; later ones are not known and can be booked. Line 812: rule not understood.',
    'One event without a day is not counted. Line 1204: no start.',
  ])
  await expect(mere).toContainText('Set its time again in your calendar and save it, or delete it there.')
  expect(await axeViolations(page, ['main'])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('the admin names an unreadable calendar with the reason; it frees no time until removed @full', async ({
  page,
  studio,
}) => {
  await addCalendar(studio, '{[2026-12-07T20:00:00Z,2026-12-07T20:30:00Z)}')
  await studio.sql(`update private.calendars set failing_since = now(), last_error = 'secret'`)
  await page.goto('/admin')
  await expect(
    page.getByText(/^Mere’s calendar could not be read since 23 Nov 2026.*paste its address again/),
  ).toBeVisible()
  const free = async () => {
    const sql = await client(studio)
    return (await sql.rpc('get_available_slots_for_date', { p_date: '2026-12-08' })).data?.[0]?.start_time
  }
  expect(await free()).toBe('09:30')

  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/admin/settings')
  await openSetting(page, BUSY)
  const mere = part(page).getByRole('listitem', { name: 'Mere' })
  await expect(mere).toContainText('Not read since 23 Nov 2026')
  await expect(mere).toContainText('calendars.example')
  expect(await axeViolations(page, ['main'])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await mere.getByRole('button', { name: 'Read now' }).click()
  await expect(toast(page, 'Error', 'Failed to read the calendar')).toBeVisible()
  await toast(page, 'Error', 'Failed to read the calendar')
    .getByRole('button', { name: 'Close toast' })
    .click()
  await mere.getByRole('button', { name: 'Remove' }).click()
  await answer(page, 'Remove it')
  await expectToast(page, 'Success', 'Calendar removed')
  await expect(mere).toHaveCount(0)
  expect(await free()).toBe('09:00')
})

test('a calendar with an unreadable address is not stored, and the form says why @full', async ({
  page,
  studio,
}) => {
  await page.goto('/admin/settings')
  await openSetting(page, BUSY)
  const [label, address] = [
    part(page).getByLabel('Whose calendar'),
    part(page).getByLabel('Its private address'),
  ]
  const add = part(page).getByRole('button', { name: 'Add the calendar' })
  await add.click()
  await expect(label).toBeFocused()
  await label.fill('Mere')
  for (const [wrong, why] of [
    ['http://calendars.example/private', 'The address must begin with https://'],
    ['https://[::127.0.0.1]/private', 'The address must begin with https://'],
    ['webcal://localhost/private', 'The address leads into a private network.'],
  ] as const) {
    await address.fill(wrong)
    await add.click()
    await expect(part(page).getByRole('form').getByRole('status')).toContainText(why)
    await expect(address).toBeFocused()
    await expect(address, 'what was typed stays').toHaveValue(wrong)
  }
  const admin = await client(studio, studio.people.admin)
  expect((await admin.rpc('list_calendars')).data).toEqual([])
  expect(studio.siteLog()).not.toContain('private')
})

const file = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT']
const nine = event('a', 'DTSTART:20261208T200000Z', 'DTEND:20261208T203000Z', 'SUMMARY:Kelp plans')
const allDay = event('b', 'DTSTART;VALUE=DATE:20261210', 'SUMMARY:Kelp birthday')

/** Starts a calendar server, which responds with `served.body`, and a site that may read it. */
async function startReadingSite(studio: Studio) {
  const certificate = makeCertificate()
  test.skip(!certificate, 'openssl makes the certificate')
  const served = { body: file(nine, allDay) }
  const server = await startCalendarServer(certificate ?? { key: '', cert: '' }, (_, response) => {
    response.end(served.body)
  })
  const site = await studio.anotherSite({
    OUTBOX_SECRET,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../calendar-agent.mjs')}`,
    CALENDAR_PORT: String(server.port),
    CALENDAR_CA: certificate?.cert ?? '',
  })
  const close = async () => {
    await site.close()
    server.close()
  }
  return { ...site, served, close }
}

test('a founder adds a calendar by its address; the site reads it and blocks its times', async ({
  page,
  studio,
}) => {
  const { served, ...site } = await startReadingSite(studio)
  const visitor = await client(studio)
  const firstFree = async (date: string) =>
    (await visitor.rpc('get_available_slots_for_date', { p_date: date })).data?.[0]?.start_time

  await page.goto(`${site.url}/admin/settings`)
  await openSetting(page, BUSY)
  await part(page).getByLabel('Whose calendar').fill('Mere')
  await part(page).getByLabel('Its private address').fill('webcal://calendars.example/private-1/basic.ics')
  // A second press during the first adds no second calendar.
  await part(page).getByRole('button', { name: 'Add the calendar' }).dblclick()
  const mere = part(page).getByRole('listitem', { name: 'Mere' })
  await expectToast(page, 'Success', 'Calendar of Mere added')
  await expect(mere).toContainText('calendars.example, added by admin@studio.test')
  await expect(part(page).getByLabel('Its private address'), 'it is not shown again').toHaveValue('')
  expect([await firstFree('2026-12-09'), await firstFree('2026-12-10')]).toEqual(['09:30', undefined])

  await mere.getByRole('checkbox', { name: 'All-day events count' }).click()
  await expectToast(page, 'Success', 'Calendar read')
  await expect(mere.getByRole('checkbox')).not.toBeChecked()
  expect(await firstFree('2026-12-10')).toBe('09:00')

  await test.step('an empty calendar is a failure until the founder says that it is right', async () => {
    served.body = file()
    await mere.getByRole('button', { name: 'Read now' }).click()
    await expect(toast(page, 'Error', 'Failed to read the calendar')).toBeVisible()
    await expect(mere).toContainText('It has no events ahead any more.')
    expect(await firstFree('2026-12-09')).toBe('09:30')
    await toast(page, 'Error', 'Failed to read the calendar')
      .getByRole('button', { name: 'Close toast' })
      .click()
    await mere.getByRole('button', { name: 'It is right' }).click()
    await expectToast(page, 'Success', 'Calendar read')
    expect(await firstFree('2026-12-09')).toBe('09:00')
  })

  await test.step('the cron’s call every minute reads the calendar when it is due', async () => {
    const headers = { Authorization: `Bearer ${OUTBOX_SECRET}` }
    const call = async (body: string) => {
      served.body = body
      await studio.sql('update private.calendars set send_after = now()')
      return (await fetch(`${site.url}/api/tasks`, { method: 'POST', headers })).json()
    }
    expect(await call('no calendar')).toEqual({ calendars: { read: 0, failed: 1 } })
    expect(await call(file(nine))).toEqual({ calendars: { read: 1, failed: 0 } })
    expect(await firstFree('2026-12-09')).toBe('09:30')
  })

  await page.reload()
  const seen = site.siteLog() + (await page.content())
  expect(
    ['private-1', 'Kelp'].filter((word) => seen.includes(word)),
    'no page or log has it',
  ).toEqual([])
  await page.close()
  await site.close()
})

test('a founder adds a second calendar after the response to the first was lost @full', async ({
  page,
  studio,
  complaints,
}) => {
  const site = await startReadingSite(studio)
  await page.goto(`${site.url}/admin/settings`)
  await openSetting(page, BUSY)
  const add = async (label: string) => {
    await part(page).getByLabel('Whose calendar').fill(label)
    await part(page)
      .getByLabel('Its private address')
      .fill(`https://calendars.example/private-1/${label}.ics`)
    await part(page).getByRole('button', { name: 'Add the calendar' }).click()
  }
  await loseResponses(page)
  await add('Tama')
  await expect(page.getByText('We do not know whether it was done.')).toBeVisible()
  await page.unrouteAll()
  await expect(part(page).getByRole('listitem', { name: 'Tama' })).toBeVisible()
  await add('Ben')
  await expect(part(page).getByRole('listitem', { name: 'Ben' })).toBeVisible()
  complaints.length = 0 // the browser logs each response that was lost
  await page.close()
  await site.close()
})
