import { book, client, expect, expectLive, expectToast, inquire, raiseCaps, row, test } from './admin-kit'

test.use({ studioOptions: { file: import.meta.url, sql: raiseCaps } })

test('a booking is confirmed and cancelled, each once, and the words say so', async ({ page, studio }) => {
  await book(studio, { name: 'Ngaire Hook', date: '2026-12-16' })
  await page.goto('/admin')
  const open = row(page, 'Ngaire Hook').getByRole('button', { name: 'Ngaire Hook' })
  const dialog = page.getByRole('dialog', { name: 'Booking' })
  await open.click()
  await expect(dialog).toContainText('Wed 16 Dec 2026')
  await expect(dialog).toContainText('9:00 AM – 9:30 AM')
  await expect(dialog).toContainText('pending')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'Success', 'Booking confirmed successfully')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Ngaire Hook')).toContainText('confirmed')

  await open.click()
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expectToast(page, 'Success', 'Booking cancelled successfully')
  await expect(row(page, 'Ngaire Hook')).toContainText('cancelled')

  await book(studio, { name: 'Rua Second', date: '2026-12-16' })
  await open.click()
  await expect(dialog.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Another booking has taken its time.')).toBeVisible()
  await expectToast(page, 'Error', 'Failed to update booking status')
  await expect(row(page, 'Ngaire Hook')).toContainText('cancelled')
})

test('an inquiry is read, replied and archived, with its words', async ({ page, studio }) => {
  await inquire(studio, { name: 'Piripi Marsh' })
  await page.goto('/admin')
  for (const [button, status] of [
    ['Mark as read', 'read'],
    ['Mark as replied', 'replied'],
    ['Archive', 'archived'],
    ['Mark as read', 'read'],
  ] as const) {
    await row(page, 'Piripi').getByRole('button', { name: 'Piripi Marsh' }).click()
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    await expectToast(page, 'Success', `Inquiry ${status} successfully`)
    await expect(row(page, 'Piripi')).toContainText(status)
  }
})

test('a status that cannot be written stays, and the reason of an answer that never came is said', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  await inquire(studio, { name: 'Offline Olga' })
  await page.goto('/admin')
  await expectLive(page)
  const read = async () => {
    await row(page, 'Offline Olga').getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as read' }).click()
  }
  studio.proxy.set('500', 'PATCH /rest/v1/inquiries')
  await read()
  await expectToast(page, 'Error', 'Failed to update inquiry status')
  expect(studio.siteLog()).toContain('admin: Failed to update inquiry status')
  studio.proxy.set('none')

  await context.setOffline(true)
  await read()
  await expect(page.getByText('The site could not be reached. Please try again.')).toBeVisible()
  await expectToast(page, 'Error', 'Failed to update inquiry status')
  await context.setOffline(false)
  await expect(row(page, 'Offline Olga')).toContainText('new')
  complaints.length = 0
})

test('two admins on one record: the second is told, nothing is overwritten, and both see the same', async ({
  page,
  studio,
  otherBrowser,
  adminState,
  complaints,
}) => {
  await book(studio, { name: 'Shared Sione', date: '2026-12-17' })
  const other = await otherBrowser({ storageState: adminState })
  for (const desk of [page, other]) {
    await desk.goto('/admin')
    await row(desk, 'Shared Sione').getByRole('button').click()
  }
  // The second admin's desk hears nothing of the first one's change, as after a lost connection.
  await other.route('/admin/desk', (route) => route.abort())
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expectToast(page, 'Success', 'Booking cancelled successfully')
  await other.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(
    other.getByText('It was changed meanwhile. The list now shows its latest status.'),
  ).toBeVisible()
  await other.unroute('/admin/desk')
  await expectToast(other, 'Error', 'Failed to update booking status')
  await page.reload()
  await expect(row(page, 'Shared Sione')).toContainText('cancelled')
  complaints.length = 0 // the browser names each read that was cut off
})

test('a person’s data are erased from all their records; the booked time stays', async ({ page, studio }) => {
  const email = 'forget.me@example.org'
  await book(studio, { name: 'Forget Me', email, date: '2026-12-18', message: 'secret' })
  await inquire(studio, { name: 'Forget Me Too', email: 'Forget.Me@example.org', message: 'secret' })
  await page.goto('/admin')
  await row(page, 'Forget Me Too').getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Erase personal data' }).click()
  await expect(dialog).toContainText('all 2 records')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await dialog.getByRole('button', { name: 'Erase personal data' }).click()
  await dialog.getByRole('button', { name: 'Erase now' }).click()
  await expectToast(page, 'Success', 'Personal data erased from 2 records')
  await expect(row(page, 'Forget Me')).toHaveCount(0)
  await expect(row(page, 'Fri 18 Dec 2026')).toContainText('Erased')

  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.rpc('get_all_slots_for_date', { p_date: '2026-12-18' })
  expect(data?.[0]).toMatchObject({ start_time: '09:00', is_booked: true })
  const left = JSON.stringify([await admin.from('bookings').select(), await admin.from('inquiries').select()])
  expect(left).not.toMatch(/forget|secret/i)
})

test('reads that fail say which; several at once say one thing; what was on the screen stays', async ({
  page,
  studio,
}) => {
  await inquire(studio, { name: 'Steady Stan' })
  for (const [matching, sentence] of [
    ['GET /rest/v1/bookings', 'Failed to fetch bookings'],
    ['GET /rest/v1/inquiries', 'Failed to fetch inquiries'],
    ['GET /rest/v1/availability', 'Failed to fetch availability exceptions.'],
    ['GET /rest/v1/recurring_availability', 'Failed to fetch recurring availability.'],
    ['GET /rest/v1/time_slots', 'Failed to fetch time slots.'],
    ['GET /rest/v1/time_slot_presets', 'Failed to fetch time slot presets.'],
  ] as const) {
    studio.proxy.set('500', `${matching}?`)
    await page.goto('/admin')
    await expectToast(page, 'Error', sentence)
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    expect(studio.siteLog()).toContain(`admin: ${sentence}`)
  }
  await expect(page.getByLabel('Default duration')).toContainText('90 min')

  studio.proxy.set('500', 'GET /rest/v1/')
  await page.goto('/admin')
  await expectToast(page, 'Error', 'Failed to load admin data.')
  await expect(page.getByRole('main').getByText('Failed to fetch bookings')).toBeVisible()
  studio.proxy.set('none')
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click()
  await expect(row(page, 'Steady Stan')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)

  studio.proxy.set('500', 'GET /rest/v1/inquiries?')
  await inquire(studio, { name: 'Unseen Una' })
  await expect(page.getByRole('main').getByText('Failed to fetch inquiries')).toBeVisible()
  await expect(row(page, 'Steady Stan')).toBeVisible()
  studio.proxy.set('none')
})

test('while the backend is away the page says so instead of sending the admin to the sign-in', async ({
  page,
  studio,
  complaints,
}) => {
  await studio.site.stop()
  await studio.site.start() // forgets the keys it has read
  studio.proxy.set('down')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'The desk cannot be shown right now' })).toBeVisible()
  studio.proxy.set('none')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectLive(page)
  complaints.length = 0
})
