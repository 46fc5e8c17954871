import type { Page } from '@playwright/test'
import {
  address,
  book,
  chooseAction,
  client,
  expect,
  expectLive,
  openRecord,
  row,
  test,
  toast,
} from './admin'
import { startMailedSite } from './mailed-site'
import { axeLooks, axeViolations, MONDAY, shareStudio } from './fixtures'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })

const untold = (page: Page) => page.getByRole('status').filter({ hasText: 'Not yet told' })

test('a call is moved by keyboard, back by Undo, and outside the hours only with a yes', async ({
  page,
  studio,
  browser,
}) => {
  const { id } = await book(studio, { name: 'Moved Mia', date: '2026-12-01' })
  await page.goto('/admin?q=moved')
  await expectLive(page)
  await row(page, 'Moved Mia').getByRole('button', { name: 'Actions for Moved Mia' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused()
  await page.keyboard.type('Move')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Move the call' })
  await expect(form).toContainText('It stays pending')
  await form.getByLabel('Date').fill('2026-12-03')
  await expect(form.getByRole('status')).toContainText('free on')
  await form.getByLabel(/^Time/).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Move the call' }).press('Enter')
  await expect(toast(page, 'Success', 'Call moved to Thu 3 Dec 2026, 9:00 AM')).toBeVisible()
  await expect(row(page, 'Moved Mia')).toContainText('Thu 3 Dec 2026')
  await expect(untold(page)).toContainText('Moved Mia, Thu 3 Dec, 9:00 AM: moved from Tue 1 Dec, 9:00 AM')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Moved Mia')).toContainText('Tue 1 Dec 2026')
  await expect(untold(page)).toHaveCount(0)

  const dialog = await openRecord(page, 'Moved Mia')
  await dialog.getByRole('button', { name: 'Move call…' }).click()
  await form.getByLabel(/^Time/).selectOption('Another time…')
  await form.getByLabel('From').fill('18:30')
  await expect(form.getByLabel('To', { exact: true })).not.toHaveValue('')
  await form.getByRole('button', { name: 'Move the call' }).click()
  const yes = form.getByRole('checkbox', { name: /^Yes, outside our hours/ })
  await expect(yes).toBeFocused()
  await expect(
    form.getByRole('group', { name: 'This time is outside your hours. Is that right?' }),
  ).toBeVisible()
  await expect(toast(page, 'Error', /outside your hours/), 'it is a question').toHaveCount(0)
  await page.keyboard.press('Space')
  await form.getByRole('button', { name: 'Move the call' }).click()
  await expect(form).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(row(page, 'Moved Mia')).toContainText('6:30 PM')

  const visitor = await browser.newPage()
  await visitor.clock.setFixedTime(MONDAY)
  await visitor.goto(linkOf(studio, id))
  await expect(visitor.getByRole('region', { name: 'The call' })).toContainText('6:30 pm')
  await visitor.goto('/booking?date=2026-12-01')
  await expect(visitor.getByText('9:00 am').first()).toBeVisible()
  await expect(visitor.getByText('6:30 pm')).toHaveCount(0)
  await visitor.close()
})

test('who moves what the other has just moved learns what the other did', async ({ page, studio }) => {
  const { id } = await book(studio, { name: 'Twice Tui', date: '2026-12-02' })
  await page.goto('/admin?q=twice')
  await chooseAction(page, 'Twice Tui', 'Move call…')
  const form = page.getByRole('dialog', { name: 'Move the call' })
  await form.getByLabel('Date').fill('2026-12-04')
  await expect(form.getByRole('status')).toContainText('free on')
  await form.getByLabel(/^Time/).selectOption({ index: 1 })
  await studio.sql(`
    update public.bookings set date = '2026-12-08' where id = '${id}';
    insert into public.request_events (booking_id, actor, before, after) values ('${id}', 'visitor',
      '{"status": "pending", "date": "2026-12-02", "start_time": "09:00"}',
      '{"status": "pending", "date": "2026-12-08", "start_time": "09:00"}')`)
  await form.getByRole('button', { name: 'Move the call' }).click()
  await expect(
    page.getByText(
      'It was changed meanwhile. The visitor moved it from Wed 2 Dec 2026, 9:00 AM to Tue 8 Dec 2026, 9:00 AM.',
    ),
  ).toBeVisible()
  await expect(form).toBeVisible()
})

test('a call is booked for somebody on the phone: once, however often Enter is pressed, and offline is kept', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/admin')
  await expectLive(page)
  await page.getByRole('button', { name: 'Book a call for somebody' }).click()
  const form = page.getByRole('dialog', { name: 'Book a call for somebody' })
  await form.getByLabel('Name').fill('Phone Pita')
  await form.getByLabel('Email').fill('pita@example')
  await form.getByLabel('Phone').fill('021 555 0100')
  await form.getByLabel('Date').fill('2026-12-09')
  await expect(form.getByRole('status')).toContainText('free on')
  await form.getByLabel(/^Time/).selectOption({ index: 1 })
  await form.getByLabel('Package').selectOption('Growth')
  await form.getByRole('button', { name: 'Book and confirm' }).click()
  await expect(form.getByText('Write it like name@example.com.')).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await form.getByLabel('Email').fill('pita@example.org')

  await test.step('offline, and after the form was closed, what was typed is there', async () => {
    await context.setOffline(true)
    await form.getByRole('button', { name: 'Book and confirm' }).click()
    await expect(page.getByText('Failed to book the call')).toBeVisible()
    complaints.length = 0
    await context.setOffline(false)
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: 'Book a call for somebody' }).click()
    await expect(form.getByLabel('Name')).toHaveValue('Phone Pita')
    await expect(form.getByLabel(/^Time/)).toHaveValue('09:00 09:30')
  })

  await form.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booked and confirmed for Phone Pita: Wed 9 Dec 2026, 9:00 AM')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Phone Pita')).toHaveCount(1)
  await expect(row(page, 'Phone Pita')).toContainText('confirmed')
  const dialog = await openRecord(page, 'Phone Pita')
  await expect(dialog.getByRole('link', { name: '021 555 0100' })).toBeVisible()
  await expect(dialog.getByRole('definition').filter({ hasText: 'growth' })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'History' })).toContainText('for them')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Book a call for somebody' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('')
})

test('a sentence with the cancelling is read by the visitor, and goes when it is undone', async ({
  page,
  studio,
  browser,
}) => {
  const { id } = await book(studio, { name: 'Sorry Sam', date: '2026-12-10' })
  await page.goto('/admin?q=sorry')
  await expectLive(page)
  await chooseAction(page, 'Sorry Sam', 'Cancel booking')
  const question = page.getByRole('alertdialog')
  await question.getByLabel('A sentence to them (optional)').fill('We are both ill.\nForgive us!')
  await question.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(toast(page, 'Success', 'Booking cancelled successfully')).toBeVisible()

  const visitor = await browser.newPage()
  await visitor.clock.setFixedTime(MONDAY)
  await visitor.goto(linkOf(studio, id))
  await expect(visitor.getByRole('definition').filter({ hasText: 'We are both ill.' })).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Success', 'Booking restored successfully')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('We have your booking')).toBeVisible()
  await expect(visitor.getByText('We are both ill.')).toHaveCount(0)
  await visitor.close()
})

test('closing over two bookings lists both until they are told, each with its own link', async ({
  page,
  studio,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const ids = []
  for (const [nth, name] of ['Closed Cleo', 'Closed Cai'].entries())
    ids.push((await book(studio, { name, date: '2026-12-14', nth })).id)
  await page.goto('/admin')
  await expectLive(page)
  const exceptions = page.getByRole('region', { name: /exceptions/i })
  await exceptions.getByLabel('From').fill('2026-12-14')
  await exceptions.getByRole('button', { name: 'Close dates' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close the date' }).click()
  const notice = untold(page)
  const listed = notice.getByRole('listitem').filter({ hasText: 'Closed C' })
  await expect(listed).toHaveCount(2)
  await expect(listed.first()).toContainText('its date was closed; the call stands')
  await notice.getByLabel('What you tell all 2 on closed dates').fill('We go to a wedding.')
  await notice.getByRole('button', { name: 'Copy text for Closed Cai' }).click()
  await expect(toast(page, 'Success', 'Text for Closed Cai copied')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('Kia ora Closed Cai,')
  expect(text).toContain('We go to a wedding.')
  expect(text).toContain(linkOf(studio, ids[1] ?? ''))
  expect(text).not.toContain(ids[0])

  await notice.getByRole('button', { name: 'Told Closed Cleo' }).click()
  await expect(listed).toHaveCount(1)
  await toast(page, 'Success', 'Noted that they know').getByRole('button', { name: 'Undo' }).click()
  await expect(listed).toHaveCount(2)
  await page.reload()
  await expect(notice.getByLabel('What you tell all 2 on closed dates')).toHaveValue('We go to a wedding.')
  await notice.getByRole('button', { name: 'Told Closed Cleo' }).click()
  await expect(listed).toHaveCount(1)
  await notice.getByRole('button', { name: 'Told Closed Cai' }).click()
  await expect(listed).toHaveCount(0)
  await expect(row(page, 'Closed Cleo')).toContainText('pending')
  await expect(row(page, 'Closed Cai')).toContainText('pending')
})

test('what was typed about a closed date is there again after Undo, and not for the next closing', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Lone Lani', date: '2027-02-02' })
  await book(studio, { name: 'Later Leo', date: '2027-02-03' })
  const admin = await client(studio, studio.people.admin)
  const close = (date: string) => admin.rpc('close_dates', { p_from: date, p_to: date }).throwOnError()
  await close('2027-02-02')
  await page.goto('/admin')
  await expectLive(page)
  const field = untold(page).getByLabel('What you tell the one on a closed date')
  const tell = () => untold(page).getByRole('button', { name: 'Told Lone Lani' }).click()
  await field.fill('We go to a wedding.')
  await tell()
  await expect(field).toHaveCount(0)
  await toast(page, 'Success', 'Noted that they know').getByRole('button', { name: 'Undo' }).click()
  await expect(field).toHaveValue('We go to a wedding.')
  await tell()
  await expect(field).toHaveCount(0)
  await close('2027-02-03')
  await expect(untold(page)).toContainText('Later Leo')
  await expect(field).toHaveValue('')
  await untold(page).getByRole('button', { name: 'Told Later Leo' }).click()
  await expect(field).toHaveCount(0)
})

test('a call that was moved again since its text was taken is not told by that text', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id } = await book(studio, { name: 'Again Aki', date: '2027-01-19' })
  const other = await client(studio, studio.people.admin)
  const move = (from: string, to: string) =>
    other
      .rpc('move_booking', {
        ...{ p_booking_id: id, p_seen: { status: 'pending', date: from, start_time: '09:00' } },
        ...{ p_date: to, p_start_time: '09:00', p_end_time: '09:30' },
      })
      .throwOnError()
  await move('2027-01-19', '2027-01-20')
  await page.goto('/admin')
  await expectLive(page)
  const notice = untold(page)
  const listed = notice.getByRole('listitem').filter({ hasText: 'Again Aki' })

  await test.step('the page does not know it yet', async () => {
    await page.route('/api/health*', (route) => route.abort())
    await move('2027-01-20', '2027-01-21')
    await notice.getByRole('button', { name: 'Told Again Aki' }).click()
    await expect(toast(page, 'Error', /They do not all know how it stands now/)).toContainText(
      'The call of Again Aki was changed since the list was read, and is listed as it stands now.',
    )
    await expect(listed).toContainText('Thu 21 Jan, 9:00 AM: moved from Wed 20 Jan, 9:00 AM')
    await expect(listed).toContainText('It was changed since: tell them again how it stands now.')
    await page.unroute('/api/health*')
    complaints.length = 0 // the browser names each request that failed
  })
  await test.step('the page knows it, but the text that was taken does not', async () => {
    await page.reload()
    await expectLive(page)
    await notice.getByRole('button', { name: 'Copy text for Again Aki' }).click()
    await expect(toast(page, 'Success', 'Text for Again Aki copied')).toBeVisible()
    await move('2027-01-21', '2027-01-22')
    await expect(listed).toContainText('It was changed since you took the text: tell them again')
    await notice.getByRole('button', { name: 'Told Again Aki' }).click()
    await expect(listed).toContainText('Fri 22 Jan, 9:00 AM: moved from Thu 21 Jan, 9:00 AM')
    await notice.getByRole('button', { name: 'Told Again Aki' }).click()
    await expect(listed).toHaveCount(0)
  })
})

test('with a mail server one press sends all their text about a closing, and one takes it back', async ({
  page,
  studio,
}) => {
  const { mailServer, callOutbox, pass, ...site } = await startMailedSite(studio)
  const sendDue = async () => {
    await pass()
    await callOutbox()
  }
  // Those of the tests before would fill the first batch.
  await studio.sql('delete from private.outbox')
  const names = ['Wedding Wiki', 'Wedding Wini']
  const calls = []
  for (const [nth, name] of names.entries())
    calls.push({ name, id: (await book(studio, { name, date: '2027-01-26', nth })).id })
  await sendDue()
  await (
    await client(studio, studio.people.admin)
  )
    .rpc('close_dates', { p_from: '2027-01-26', p_to: '2027-01-26' })
    .throwOnError()
  await page.goto(`${site.url}/admin`)
  const notice = untold(page)
  const listed = notice.getByRole('listitem').filter({ hasText: 'Wedding W' })
  await expect(listed).toHaveCount(2)
  await notice.getByLabel(/What you tell/).fill('We go to a wedding.')
  const send = () => notice.getByRole('button', { name: /^Send to all/ }).click()
  const went = toast(page, 'Success', /texts? goe?s? in a minute/)
  await send()
  await expect(went).toBeVisible()
  await expect(listed).toHaveCount(0)
  await went.getByRole('button', { name: 'Undo' }).click()
  await expect(listed).toHaveCount(2)
  mailServer.received.length = 0
  await sendDue()
  const about = (name: string) =>
    mailServer.received.filter(
      ({ envelopeTo, subject }) => envelopeTo.includes(address(name)) && subject === 'About your call',
    )
  expect(names.flatMap(about)).toEqual([])

  await page.reload()
  await send()
  await expect(listed).toHaveCount(0)
  await sendDue()
  for (const { name, id } of calls) {
    const [mail, ...more] = about(name)
    expect(more).toEqual([])
    expect(mail?.text).toContain(`Kia ora ${name},`)
    expect(mail?.text).toContain('We go to a wedding.')
    expect(mail?.text).toContain(linkOf(studio, id))
    for (const other of calls) if (other.id !== id) expect(mail?.text).not.toContain(other.id)
  }
  await page.goto(`${site.url}/admin?id=${calls[0]?.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: 'Replies' })).toContainText(/What was changed: sent .*, by /)
  await expect(dialog.getByRole('list', { name: 'History' })).toContainText('wrote to them what was changed')
  await page.close()
  await site.close()
  await mailServer.close()
})

for (const { width, colorScheme } of axeLooks)
  test(`the forms and the list of who is not told are for everybody, ${width} px, ${colorScheme}`, async ({
    page,
    studio,
  }) => {
    const name = `Axe Ari ${width}`
    await book(studio, { name, date: '2026-12-15', nth: width === 375 ? 0 : width === 768 ? 1 : 2 })
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.goto(`/admin?q=${width}`)
    await expectLive(page)
    const check = async (part: string) => {
      expect(await axeViolations(page, [part])).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await chooseAction(page, name, 'Move call…')
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Time/).selectOption('Another time…')
    await form.getByLabel('From').fill(width === 375 ? '18:30' : width === 768 ? '19:30' : '20:30')
    await form.getByRole('button', { name: 'Move the call' }).click()
    await expect(form.getByRole('checkbox')).toBeFocused()
    await check('[role=dialog]')
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Move the call' }).click()
    await expect(form).toHaveCount(0)
    await expect(untold(page)).toContainText(name)
    await check('[role=status]')
    await page.getByRole('button', { name: 'Book a call for somebody' }).click()
    await check('[role=dialog]')
    await page.keyboard.press('Escape')
    await chooseAction(page, name, 'Cancel booking')
    await check('[role=alertdialog]')
  })
