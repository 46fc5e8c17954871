import { place } from '@/lib/content/place'
import type { Page } from '@playwright/test'
import type { Studio } from '../studio'
import {
  book,
  chooseAction,
  chooseVerb,
  client,
  expect,
  inquire,
  openSetting,
  row,
  test,
  toast,
} from './admin'
import { axeViolations, MONDAY, shareStudio } from './fixtures'
import { linkOf } from './manage'
import { startMailedSite } from './mailed-site'

shareStudio({ now: MONDAY })

/** Creates an unconfirmed call for today, requested on Thursday. Returns its id. */
async function bookToday(studio: Studio, name: string, start: string) {
  const email = `${name.toLowerCase().replace(' ', '-')}@example.org`
  await studio.sql(`
    insert into public.time_slots (start_time, end_time, duration_minutes)
    select '${start}', time '${start}' + interval '30 minutes', 30
    where not exists (select from public.time_slots where start_time = '${start}' and duration_minutes = 30);
    insert into public.bookings (name, email, date, time_slot_id, created_at)
    select '${name}', '${email}', private.studio_today(), id, now() - interval '4 days'
    from public.time_slots where start_time = '${start}' and duration_minutes = 30;
    insert into public.request_events (request_id, revision, actor, kind, turn, at)
    select id, 0, 'visitor', 'booked', 'asks', created_at from public.bookings where name = '${name}';
    select private.update_turn(id) from public.bookings where name = '${name}';
    update public.bookings b set known = private.call_state(b) || jsonb_build_object('at', b.created_at) where name = '${name}'`)
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.from('bookings').select('id').eq('name', name).single().throwOnError()
  return data.id
}
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const LATE = 'We have not confirmed your call yet'

test('mail, page and admin remind the studio of an unconfirmed call, and inform its visitor', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const { mailServer, callOutbox, ...mailed } = await startMailedSite(studio)
  const id = await bookToday(studio, 'Late Lia', '11:30')
  await callOutbox()
  const subjectTo = (who: string) =>
    mailServer.received.findLast(({ envelopeTo }) => envelopeTo.includes(who))?.subject
  await expect
    .poll(() => subjectTo('us@studio.test'))
    .toBe('Confirm, or say no: Late Lia, Mon 23 Nov, 11:30 am')
  await expect
    .poll(() => subjectTo('late-lia@example.org'))
    .toBe(`Not confirmed yet: Mon 23 Nov, 11:30 am ${place.zoneNames.summer}`)

  const phone = await otherBrowser({ viewport: { width: 320, height: 640 } })
  await phone.goto(mailed.url + linkOf(studio, id))
  await expect(title(phone)).toHaveText(LATE)
  await expect(phone.getByRole('main')).toContainText(
    'If you hear nothing more from us, it does not take place.',
  )
  expect(await axeViolations(phone)).toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await page.goto(`${mailed.url}/admin?view=all`)
  const first = page.getByRole('region', { name: 'To answer' }).getByRole('listitem').first()
  await expect(first).toContainText('Late Lia')
  await expect(first).toContainText('Mon 23 Nov, 11:30 AM')
  await chooseAction(page, 'Late Lia', 'Confirm')
  await expect(toast(page, 'Success', 'Booking confirmed successfully')).toBeVisible()
  await callOutbox()
  await expect.poll(() => subjectTo('late-lia@example.org'), 'at once').toMatch(/^Your call is confirmed: /)
  await phone.reload()
  await expect(title(phone)).toHaveText('Your call is confirmed')
  await expect(phone.getByRole('link', { name: 'Google', includeHidden: true })).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google\.com\/.*dates=20261122T223000Z/,
  )
  await page.goto(`${mailed.url}/admin/requests/${id}`)
  await expect(page.getByRole('list', { name: 'History' })).toContainText(
    'The site told them that nobody confirmed it, and that without another word it does not take place, Mon 23 Nov 2026, 11:30 AM',
  )
  await page.close()
  await mailed.close()
})

test('without mail an unconfirmed call stays on the list; once past, its page offers new times @full', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const id = await bookToday(studio, 'Late Leo', '10:30')
  await page.goto('/admin?view=to_answer')
  await expect(row(page, 'Late Leo')).toContainText('pending')

  const passed = await bookToday(studio, 'Missed Mo', '07:30')
  const visitor = await otherBrowser()
  await visitor.goto(linkOf(studio, id))
  await expect(title(visitor)).toHaveText(LATE)
  await visitor.goto(linkOf(studio, passed))
  await expect(title(visitor)).toHaveText('We did not confirm this call')
  const next = visitor.getByRole('main').getByRole('link', { name: /^(Tue 24|Wed 25|Thu 26) Nov / })
  await expect(next).toHaveCount(3)
  await next.first().click()
  await expect(visitor).toHaveURL(/\/booking\?date=2026-11-24&slot=/)

  await page.goto(`/admin/requests/${passed}`)
  await page.getByRole('button', { name: 'Write to them' }).click()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(
    new RegExp(`${place.letters.greeting} Missed,\n\nWe are sorry: we could`),
  )
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Its time has passed: nobody is mailed.')
  await expect(question).not.toContainText('others')
  await question.getByRole('button', { name: 'Keep booking' }).click()
  await chooseVerb(page, 'It took place')
  await toast(page, 'Success', 'Outcome saved').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Write to them' })).toBeVisible()
  await chooseVerb(page, 'They did not come')
  await expect(page.getByRole('button', { name: 'No-show', pressed: true })).toBeVisible()
})

test('a founder sets a room for each call, hours of notice and no reminder the day before @full', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const calls: string[] = []
  for (const [name, date] of [
    ['Room Rua', '2026-12-15'],
    ['Room Toru', '2026-12-16'],
  ] as const)
    calls.push((await book(studio, { name, date })).id)
  await studio.sql(`update public.bookings set status = 'confirmed' where name like 'Room %'`)
  await page.goto('/admin/settings')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const save = (subject: string) => part(subject).getByRole('button', { name: 'Save' }).click()
  const name = page.getByLabel('Name of the room')
  const address = page.getByLabel('Address of the room')
  const day = page.getByLabel('24 hours before the call')
  const hour = page.getByLabel(/^An hour before the call/)

  await test.step('the founder sets a room for each call', async () => {
    await openSetting(page, 'Where calls happen')
    await address.fill('http://meet.example/{call}')
    await save('Where calls happen')
    await expect(page.getByText('Please give an address that begins with https://.').first()).toBeVisible()
    await address.fill('https://meet.example/{call}/{call}')
    await save('Where calls happen')
    await expect(
      page.getByText('Please put {call} in the address once, after its first slash.').first(),
    ).toBeVisible()
    await address.fill('https://meet.example/our-{call}')
    await save('Where calls happen')
    await expect(toast(page, 'Success', 'Usual location saved')).toBeVisible()
    await expect(part('Where calls happen').getByText('Sample', { exact: true })).toHaveCount(0)
    const visitor = await otherBrowser()
    const rooms: (string | null)[] = []
    for (const id of calls) {
      await visitor.goto(linkOf(studio, id))
      const google = await visitor
        .getByRole('link', { name: 'Google', includeHidden: true })
        .getAttribute('href')
      const room = new URL(google ?? '').searchParams.get('location')
      expect(room).toMatch(/^Our video room, https:\/\/meet\.example\/our-[a-z]{12}$/)
      rooms.push(room)
    }
    expect(new Set(rooms).size).toBe(2)
  })
  await test.step('the founder sets the hours of notice, and visitors see no earlier time', async () => {
    await openSetting(page, 'Hours of notice')
    await part('Hours of notice').getByLabel('Hours before a call').fill('99')
    await save('Hours of notice')
    await expect(page.getByText('At most 72 hours, please.').first()).toBeVisible()
    await part('Hours of notice').getByLabel('Hours before a call').fill('48')
    await save('Hours of notice')
    await expect(toast(page, 'Success', 'Hours of notice saved')).toBeVisible()
    const admin = await client(studio)
    const { data } = await admin.rpc('get_available_slots_for_date', { p_date: '2026-11-24' }).throwOnError()
    expect(data).toEqual([])
  })
  await test.step('another founder saves meanwhile: the draft stays, and the other fields follow', async () => {
    // After a link React makes the fields in the browser: they follow too.
    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await openSetting(page, 'Where calls happen')
    await name.fill('The kitchen table')
    await openSetting(page, 'Reminders')
    await expect(name, 'what is changed stays open').toBeVisible()
    await day.uncheck()
    const other = await client(studio, studio.people.admin)
    const location = { kind: 'video', name: 'The big table', url: 'https://meet.example/big' }
    const { data: seen } = await other.rpc('get_settings').throwOnError()
    await other
      .rpc('set_settings', {
        p_changes: { location, day_before: true, hour_before: false, notice_hours: 24 },
        p_seen: seen,
      })
      .throwOnError()
    await inquire(studio, { name: 'Reads Rere' }) // its event refreshes the page
    await expect(address).toHaveValue('https://meet.example/big')
    await expect(hour).not.toBeChecked()
    await expect(part('Hours of notice').getByLabel('Hours before a call')).toHaveValue('24')
    await expect(name).toHaveValue('The kitchen table')
    await expect(day).not.toBeChecked()
  })
  await test.step('the other’s settings are not overwritten without a question', async () => {
    await save('Where calls happen')
    const question = page.getByRole('alertdialog', { name: 'It was changed since you read it' })
    await expect(question).toContainText('The big table, https://meet.example/big')
    await question.getByRole('button', { name: 'Save all the same' }).click()
    await expect(toast(page, 'Success', 'Usual location saved').first()).toBeVisible()
    await expect(name).toHaveValue('The kitchen table')
  })
  await test.step('the founder switches off the reminder the day before', async () => {
    await save('Reminders')
    await expect(toast(page, 'Success', 'Reminders saved')).toBeVisible()
    await page.reload()
    await expect(name).toHaveValue('The kitchen table')
    await expect(day).not.toBeChecked()
    await expect(hour, 'the other founder’s').not.toBeChecked()
    await expect(part('Hours of notice').getByLabel('Hours before a call')).toHaveValue('24')
  })
  // admin-password.spec.ts runs axe on this page.
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
