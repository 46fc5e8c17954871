import type { Page } from '@playwright/test'
import {
  book,
  chooseAction,
  client,
  closeToasts,
  expect,
  expectLive,
  hold,
  backToList,
  openRequest,
  requestPage,
  row,
  test,
  toast,
  untold,
} from './admin'
import { read } from './booking'
import { axeViolations, MONDAY, shareStudio } from './fixtures'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })

/** Expects that a part of the page has no axe violation, and that the page fits the window. */
async function expectForEverybody(page: Page, part: string) {
  expect(await axeViolations(page, [part])).toEqual([])
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(tooWide).toBeLessThanOrEqual(0)
}

test('a call moves by keyboard, back by Undo, and outside the hours with a yes', async ({ page, studio }) => {
  const { id } = await book(studio, { name: 'Moved Mia', date: '2026-12-01' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/admin?q=moved&view=all')
  await expectLive(page)
  await row(page, 'Moved Mia').getByRole('button', { name: 'Actions for Moved Mia' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused()
  await page.keyboard.type('Move')
  await expect(page.getByRole('menuitem', { name: /^Move/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Move the call' })
  await expect(form).toContainText('It stays pending')
  await form.getByLabel('Date').fill('2226-12-03')
  await expect(form.getByRole('status'), 'a slip').toHaveText('Choose a date no later than Sat 25 Dec 2027.')
  await form.getByLabel('Date').fill('2026-12-03')
  await expect(form.getByRole('status')).toContainText('free on')
  await form.getByLabel(/^Time/).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Move the call' }).press('Enter')
  const moved = toast(page, 'Success', 'Moved Mia’s call moved to Thu 3 Dec 2026, 9:00 AM')
  await expect(moved.getByRole('button', { name: 'Text for them' })).toBeVisible()
  await expect(row(page, 'Moved Mia')).toContainText('Thu 3 Dec')
  await expectForEverybody(page, '[role=status]')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Success', 'Booking restored successfully')).toBeVisible()
  await expect(row(page, 'Moved Mia')).toContainText('Tue 1 Dec')
  await expect(page.getByText('not told')).toHaveCount(0)

  await openRequest(page, 'Moved Mia')
  await requestPage(page).getByRole('button', { name: 'Move call…' }).click()
  await form.getByLabel(/^Time/).selectOption('Another time…')
  await form.getByLabel('From').fill('18:30')
  await expect(form.getByLabel('To', { exact: true })).not.toHaveValue('')
  await form.getByRole('button', { name: 'Move the call' }).click()
  const outside = page.getByRole('alertdialog', { name: 'Outside your hours?' })
  const other = outside.getByRole('button', { name: 'Choose another time' })
  await expect(other).toBeFocused()
  await expect(outside).toContainText('This time is outside your hours.')
  await expectForEverybody(page, '[role=alertdialog]')
  await other.click()
  await expect(form.getByLabel('From'), 'what was typed is still there').toHaveValue('18:30')

  await form.getByRole('button', { name: 'Move the call' }).click()
  await outside.getByRole('button', { name: 'Yes, outside our hours' }).click()
  await expect(form).toHaveCount(0)
  await expect(outside).toHaveCount(0)
  await backToList(page)
  await expect(row(page, 'Moved Mia')).toContainText(/6:30 – .* PM/)

  expect((await read(studio, linkOf(studio, id))).text).toContain('6:30 pm')
  const { text: booking } = await read(studio, '/booking?date=2026-12-01')
  expect(booking).toContain('9:00 am')
  expect(booking, 'nobody else is offered it').not.toContain('6:30 pm')
})

test('a move names a closed date, a taken time and another admin’s move; an open form stays open @full', async ({
  page,
  studio,
  complaints,
}) => {
  const { id } = await book(studio, { name: 'Other Mia', date: '2026-12-15' })
  await book(studio, { name: 'Other Max', date: '2026-12-16' })
  await page.goto(`/admin/requests/${id}`)
  const form = page.getByRole('dialog', { name: 'Move the call' })
  await requestPage(page).getByRole('button', { name: 'Move call…' }).click()
  await form.getByLabel(/^Time/).selectOption('Another time…')
  await form.getByLabel('From').fill('18:30')
  await expect(form.getByLabel('To', { exact: true })).not.toHaveValue('')

  await test.step('a closed date shows its reason; a taken time its visitor', async () => {
    await studio.sql(`insert into public.closed_dates (date, reason) values ('2026-12-10', 'Painting')`)
    await form.getByLabel('Date', { exact: true }).fill('2026-12-10')
    await form.getByRole('button', { name: 'Move the call' }).click()
    const closed = page.getByRole('alertdialog', { name: 'On a closed date?' })
    await expect(closed).toContainText('This date is closed: Painting.')
    await closed.getByRole('button', { name: 'Choose another time' }).click()
    await book(studio, { name: 'Taker Tama', date: '2026-12-11' })
    await form.getByLabel('Date', { exact: true }).fill('2026-12-11')
    await form.getByLabel('From').fill('09:15')
    await form.getByRole('button', { name: 'Move the call' }).click()
    const taken = 'Taker Tama has a call then: 9:00 AM – 9:30 AM.'
    await expect(toast(page, 'Error', taken)).toBeVisible()
    await toast(page, 'Error', taken).getByRole('button', { name: 'Close toast' }).click()
  })
  await page.goto('/admin?q=other&view=all')
  await expectLive(page)
  await test.step('an admin who moves a call after another admin reads the other’s change', async () => {
    await page.route('/api/health*', (route) => route.abort()) // the page gets no notice of it
    await chooseAction(page, 'Other Mia', 'Move call…')
    await form.getByLabel('Date').fill('2026-12-04')
    await expect(form.getByRole('status')).toContainText('free on')
    await form.getByLabel(/^Time/).selectOption({ index: 1 })
    const other = await client(studio, studio.people.admin)
    await other
      .rpc('move_booking', {
        ...{ p_booking_id: id, p_seen: { status: 'pending', date: '2026-12-15', start_time: '09:00' } },
        ...{ p_date: '2026-12-08', p_start_time: '09:00', p_end_time: '09:30' },
      })
      .throwOnError()
    await form.getByRole('button', { name: 'Move the call' }).click()
    const overtaken = page.getByRole('alertdialog', { name: 'It was changed since you read it' })
    await expect(overtaken).toContainText(
      'moved it from Tue 15 Dec 2026, 9:00 AM to Tue 8 Dec 2026, 9:00 AM, ',
    )
    await expect(overtaken.getByRole('button', { name: 'Move all the same' })).toBeVisible()
    await overtaken.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(form, 'what was chosen is still there').toBeVisible()
    await page.unrouteAll()
  })

  await test.step('a form for another call stays open, with its chosen time', async () => {
    await page.keyboard.press('Escape')
    await expect(row(page, 'Other Mia')).toContainText('Tue 8 Dec')
    await chooseAction(page, 'Other Mia', 'Move call…')
    await form.getByLabel('Date').fill('2026-12-04')
    await expect(form.getByRole('status')).toContainText('free on')
    await form.getByLabel(/^Time/).selectOption({ index: 1 })
    const release = await hold(page)
    await form.getByRole('button', { name: 'Move the call' }).click()
    await page.keyboard.press('Escape')
    await chooseAction(page, 'Other Max', 'Move call…')
    await form.getByLabel('Date').fill('2026-12-07')
    release()
    await expect(toast(page, 'Success', 'Other Mia’s call moved to Fri 4 Dec 2026, 9:00 AM')).toBeVisible()
    await expect(form).toContainText('Other Max')
    await expect(form.getByLabel('Date')).toHaveValue('2026-12-07')
  })
  complaints.length = 0 // the browser logs each read that was cut off
})

test('repeated Enter books a visitor’s call once; offline the draft stays; a cancel has a message @full', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/admin?view=all')
  await expectLive(page)
  await page.getByRole('button', { name: 'Book a call for somebody' }).click()
  const form = page.getByRole('dialog', { name: 'Book a call for somebody' })
  await form.getByLabel('Name').fill('Phone Pita')
  await form.getByLabel('Email').fill('pita@example')
  await form.getByLabel('Phone').fill('021 555 0100')
  await form.getByLabel('Date').fill('2026-12-09')
  await expect(form.getByRole('status')).toContainText('free on')
  await form.getByLabel(/^Time/).selectOption({ index: 1 })
  await form.getByLabel('Package').selectOption('growth')
  await form.getByRole('button', { name: 'Book and confirm' }).click()
  await expect(form.getByText('Write it like name@example.com.')).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await form.getByLabel('Email').fill('pita@example.org')
  await expectForEverybody(page, '[role=dialog]')

  await test.step('offline, and after closing the form, the draft is there', async () => {
    await context.setOffline(true)
    await form.getByRole('button', { name: 'Book and confirm' }).click()
    await expect(page.getByText('Failed to book the call')).toBeVisible()
    await expect(page.getByText('Reconnecting')).toBeAttached()
    await context.setOffline(false)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Book a call for somebody' }).click()
    await expect(form.getByLabel('Name')).toHaveValue('Phone Pita')
    await expect(form.getByLabel(/^Time/)).toHaveValue('09:00 09:30')
    complaints.length = 0 // the page asked until the network was back
  })

  await form.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Booked and confirmed for Phone Pita: Wed 9 Dec 2026, 9:00 AM')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Phone Pita')).toHaveCount(1)
  await expect(row(page, 'Phone Pita')).toContainText('confirmed')
  const dialog = await openRequest(page, 'Phone Pita')
  await dialog.getByText('Location', { exact: true }).click()
  await expect(dialog.getByRole('link', { name: '021 555 0100' })).toBeVisible()
  await expect(dialog.getByRole('definition').filter({ hasText: 'growth' })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'History' })).toContainText('for them')
  await expect(dialog).toContainText('No mail server is set up, so nobody is told of a change')

  const place = dialog.getByLabel('Location of this call')
  const admin = await client(studio, studio.people.admin)
  const pita = () =>
    admin.from('bookings').select('id, location').eq('name', 'Phone Pita').single().throwOnError()
  const { id } = (await pita()).data
  await test.step('a location that is corrected during its save wins', async () => {
    const release = await hold(page)
    await place.fill('12 Cuba Stret')
    await place.press('Tab')
    await place.fill('12 Cuba Street')
    await place.press('Tab')
    release()
    await expect.poll(async () => (await pita()).data.location).toBe('12 Cuba Street')
    await expect(place).toHaveValue('12 Cuba Street')
    await expect(place).not.toHaveAccessibleDescription(/Not saved yet/)
    await page.unrouteAll()
  })
  await test.step('a location that another admin has just set is not overwritten unseen', async () => {
    await expect(place).not.toHaveAccessibleDescription(/Not saved yet/)
    const release = await hold(page)
    await place.fill('At ours')
    await place.press('Tab')
    await admin.from('bookings').update({ location: 'At theirs' }).eq('id', id).throwOnError()
    release()
    await expect(page.getByText('Somebody changed it to “At theirs”.')).toBeVisible()
    await expect(place).toHaveAccessibleDescription(/^Not saved yet\. It is “At theirs” until/)
    await expect(place).toHaveValue('At ours')
    expect((await pita()).data.location).toBe('At theirs')
    await page.unrouteAll()
    await closeToasts(page)
  })
  await backToList(page)
  await page.getByRole('button', { name: 'Book a call for somebody' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await page.keyboard.press('Escape')

  await test.step('the visitor reads the message of a cancellation, and its undo removes it', async () => {
    const visited = async () => (await read(studio, linkOf(studio, id))).text
    await chooseAction(page, 'Phone Pita', 'Cancel booking')
    const question = page.getByRole('alertdialog')
    await question.getByLabel('A sentence to them (optional)').fill('We are both ill.\nForgive us!')
    await expectForEverybody(page, '[role=alertdialog]')
    await question.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(toast(page, 'Success', 'Booking cancelled successfully')).toBeVisible()
    expect(await visited()).toContain('We are both ill.')
    await toast(page, 'Success', 'Booking cancelled successfully')
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(toast(page, 'Success', 'Booking restored successfully')).toBeVisible()
    expect(await visited()).toMatch(/<h1[^>]*>Your call is confirmed/)
    expect(await visited()).not.toContain('We are both ill.')
  })
})

test('a text copied before a second move does not count as sent after it @full', async ({
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
  await page.goto('/admin/untold')
  const notice = requestPage(page)
  const listed = untold(page).filter({ hasText: 'Again Aki' })
  await expect(listed).toBeVisible()
  // Only the first row is open: that of another test, if that ran before.
  const folded = listed.getByRole('button', { expanded: false })
  if ((await folded.count()) > 0) await folded.click()

  await test.step('the page does not know the second move yet', async () => {
    await notice.getByRole('button', { name: 'Copy text for Again Aki' }).click()
    await expect(toast(page, 'Success', 'Text for Again Aki copied')).toBeVisible()
    await page.route('/api/health*', (route) => route.abort())
    await move('2027-01-20', '2027-01-22')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await notice.getByRole('button', { name: 'Told Again Aki' }).click()
    await expect(toast(page, 'Error', /They do not all know how it stands now/)).toContainText(
      'The call of Again Aki was changed since the list was read, and is listed as it stands now.',
    )
    await expect(listed).toContainText('Fri 22 Jan, 9:00 AM · That it moved from Wed 20 Jan, 9:00 AM')
    await notice.getByRole('button', { name: 'Told Again Aki' }).click()
    await expect(listed).toHaveCount(0)
  })
  await test.step('a later notice to the visitor stays, and Undo does not claim to undo it', async () => {
    await studio.sql(
      `update public.bookings set known = known || '{"location": "Room 2"}' where id = '${id}'`,
    )
    await toast(page, 'Success', 'Noted that they know').getByRole('button', { name: 'Undo' }).click()
    const refused = toast(page, 'Error', 'Failed to undo it')
    await expect(refused).toContainText('It was changed meanwhile.')
    await expect(refused.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
  complaints.length = 0 // the browser logs each request that failed
})
