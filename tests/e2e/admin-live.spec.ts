import { book, expect, expectLive, inquire, raiseCaps, row, test } from './admin-kit'

const many = `insert into public.inquiries (name, email, created_at)
  select 'Many ' || n, 'many' || n || '@example.org', now() - interval '1 day' from generate_series(1, 1050) n;`

test.use({ studioOptions: { file: import.meta.url, sql: raiseCaps + many } })

const january = (day: number) => `2027-01-${String(day).padStart(2, '0')}`

test('what visitors send appears by itself, is announced politely, and disturbs neither focus nor dialog nor scroll', async ({
  page,
  studio,
}) => {
  for (let i = 0; i < 30; i++) await inquire(studio, { name: `Earlier ${i}` })
  await page.goto('/admin')
  await expectLive(page)
  const last = row(page, 'Earlier 5')
  await last.getByRole('button').focus()

  await book(studio, { name: 'Live Lani', date: january(5) })
  await inquire(studio, { name: 'Live Leo' })
  await expect(row(page, 'Live Lani')).toBeVisible()
  await expect(row(page, 'Live Leo')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /new (booking|inquiry)/ })).toBeVisible()
  await expect(last.getByRole('button'), 'the row keeps the focus though its page is full').toBeFocused()
  await expect(last, 'the page does not jump away').toBeInViewport()

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Inquiry' })
  await expect(dialog).toContainText('Earlier 5')
  await dialog.getByRole('button', { name: 'Archive' }).focus()
  await inquire(studio, { name: 'Live Lupe' })
  await expect(page.getByRole('table', { includeHidden: true })).toContainText('Live Lupe')
  await expect(dialog).toContainText('Earlier 5')
  await expect(dialog.getByRole('button', { name: 'Archive' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(last.getByRole('button')).toBeFocused()
})

test('the admin switches a slot off, and a visitor who looked at it no longer gets it', async ({
  page,
  otherBrowser,
}) => {
  const date = january(7) // a Thursday
  const visitor = await otherBrowser()
  await visitor.goto(`/booking?date=${date}`)
  const time = visitor.getByRole('radio', { name: /^9:00 am/ })
  await expect(time).toBeVisible()

  await page.goto('/admin')
  await expectLive(page)
  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  await week.getByText('Thursday', { exact: true }).click()
  await week.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM on Thursday' }).click()
  await expect(week.getByRole('button', { name: 'Enable 9:00 AM – 9:30 AM on Thursday' })).toBeVisible()

  await visitor.evaluate(() => dispatchEvent(new Event('focus'))) // the visitor comes back to the tab
  await expect(time).toHaveCount(0)
  await expect(visitor.getByRole('radio', { name: /^9:30 am/ })).toBeVisible()
})

test('another admin’s desk follows by itself', async ({ page, studio, otherBrowser, adminState }) => {
  await book(studio, { name: 'Followed Fetu', date: january(6) })
  const other = await otherBrowser({ storageState: adminState })
  for (const desk of [page, other]) {
    await desk.goto('/admin')
    await expectLive(desk)
  }
  await row(page, 'Followed Fetu').getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(row(other, 'Followed Fetu')).toContainText('confirmed')
})

test('after the connection was cut and three rows came, all three are there', async ({
  page,
  studio,
  complaints,
}) => {
  await page.goto('/admin')
  await expectLive(page)
  studio.proxy.set('down', '/realtime/')
  studio.proxy.cutSockets()
  await expect(page.getByText('Reconnecting')).toBeVisible()
  for (const name of ['Missed Mia', 'Missed Max', 'Missed Moe']) await inquire(studio, { name })
  studio.proxy.set('none')
  await expect(row(page, 'Missed')).toHaveCount(3)
  await expectLive(page)
  await inquire(studio, { name: 'After Ada' })
  await expect(row(page, 'After Ada')).toBeVisible()
  complaints.length = 0 // the browser names each refused socket
})

test('while it is not live the desk looks every 15 seconds, and on return to the network at once', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  await page.clock.install()
  await page.goto('/admin')
  await expectLive(page)
  studio.proxy.set('down', '/realtime/')
  studio.proxy.cutSockets()
  await expect(page.getByText('Reconnecting')).toBeVisible()
  await inquire(studio, { name: 'Polled Pania' })
  await page.clock.runFor(16_000)
  await expect(row(page, 'Polled Pania')).toBeVisible()

  await context.setOffline(true)
  await inquire(studio, { name: 'Online Ofa' })
  studio.proxy.set('none')
  await context.setOffline(false)
  await expect(row(page, 'Online Ofa')).toBeVisible()
  await page.clock.runFor(2_000)
  await expectLive(page)
  complaints.length = 0
})

test('the network, then the site, lost in the middle of reading again: the desk and what was typed stay', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  await page.goto('/admin')
  await expectLive(page)
  await page.getByText('All time slots').click()
  const typed = page.getByLabel('New slot from')
  await typed.fill('06:15')

  const losses = {
    network: { lose: () => context.setOffline(true), mend: () => context.setOffline(false) },
    site: { lose: () => studio.site.kill(), mend: () => studio.site.start() },
  }
  for (const [what, { lose, mend }] of Object.entries(losses)) {
    studio.proxy.set('slow', 'GET /rest/')
    const reading = page.waitForRequest('/admin/desk')
    await inquire(studio, { name: `Without ${what}` })
    await reading
    await lose()
    await expect(page.getByText('Reconnecting'), what).toBeVisible()
    await expect(typed, what).toHaveValue('06:15')
    studio.proxy.set('none')
    await mend()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))) // back at the tab
    await expect(row(page, `Without ${what}`)).toBeVisible()
    await expectLive(page)
    await expect(typed, what).toHaveValue('06:15')
  }
  complaints.length = 0 // the browser names each failed request
})

test('a list of more than a thousand records is complete', async ({ page }) => {
  await page.goto('/admin?q=many')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–25 of 1050')
  await page.goto('/admin?q=many&page=42&sort=created')
  await expect(page.getByRole('table').getByRole('button', { name: /^Many/ })).toHaveCount(25)
})
