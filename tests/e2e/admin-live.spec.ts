import type { Route } from '@playwright/test'
import { book, client, expect, expectLive, expectToast, inquire, openRecord, row, test } from './admin'
import { MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

const january = (day: number) => `2027-01-${String(day).padStart(2, '0')}`

test('what visitors send appears by itself and disturbs neither focus, dialog, scroll nor typing', async ({
  page,
  studio,
}) => {
  await studio.sql(`insert into public.inquiries (name, email, created_at)
    select 'Earlier ' || n, 'earlier@example.org', now() - interval '1 hour' + n * interval '1 second' from generate_series(0, 29) n`)
  await page.goto('/admin')
  await expectLive(page)
  const last = row(page, /Earlier 5(?!\d)/)
  const name = last.getByRole('button', { name: 'Earlier 5', exact: true })
  await name.focus()

  await book(studio, { name: 'Live Lani', date: january(5) })
  await inquire(studio, { name: 'Live Leo' })
  await expect(row(page, 'Live Lani')).toBeVisible()
  await expect(row(page, 'Live Leo')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /new (booking|inquiry)/ })).toBeVisible()
  await expect(name, 'the row keeps the focus though its page is full').toBeFocused()
  await expect(last, 'the page does not jump away').toBeInViewport()

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Inquiry' })
  await expect(dialog).toContainText('Earlier 5')
  await expect(page).toHaveURL(/id=/)
  await dialog.getByRole('button', { name: 'Archive' }).focus()
  const scrolled = await page.evaluate(() => scrollY)
  await inquire(studio, { name: 'Live Lupe' })
  await expect(
    page.getByRole('table', { name: 'Bookings and inquiries', includeHidden: true }),
  ).toContainText('Live Lupe')
  await expect(dialog).toContainText('Earlier 5')
  await expect(dialog.getByRole('button', { name: 'Archive' })).toBeFocused()
  expect(await page.evaluate(() => scrollY), 'nothing scrolls to the top').toBeGreaterThanOrEqual(scrolled)
  await page.keyboard.press('Escape')
  await expect(name).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('liv', { delay: 100 })
  await inquire(studio, { name: 'Live Lou' })
  await search.pressSequentially('e lou')
  await expect(row(page, 'Live Lou')).toBeVisible()
  await expect(search).toHaveValue('live lou')
  await expect(search).toBeFocused()
})

test('an admin who reads Live has missed nothing, and sees what another admin confirms', async ({
  page,
  studio,
}) => {
  const fetu = await book(studio, { name: 'Followed Fetu', date: january(6) })
  const hemi = await book(studio, { name: 'Held Hemi', date: january(7) })
  const held = new Promise<Route>((resolve) => void page.route(/_rsc=/, resolve, { times: 1 }))
  await page.goto('/admin?view=to_answer&type=booking')
  const refresh = await held
  await expect(page.getByRole('status').filter({ hasText: /^Connecting$/ })).toBeVisible()
  await refresh.continue()
  await expectLive(page)

  const actions = row(page, 'Held Hemi').getByRole('button', { name: /^Actions/ })
  await actions.focus()
  await expect(row(page, 'Followed Fetu')).toContainText('pending')
  const other = await client(studio, studio.people.admin)
  const confirm = ({ id }: { id: string }) =>
    other.from('bookings').update({ status: 'confirmed' }).eq('id', id).throwOnError()
  await confirm(fetu)
  await expect(row(page, 'Followed Fetu'), 'it has left this list').toHaveCount(0)
  await confirm(hemi)
  await expect(row(page, 'Held Hemi'), 'a row with the focus stays').toContainText('confirmed')
  await expect(actions).toBeFocused()
})

test('a hidden tab asks for nothing and is fresh when looked at; one in sight asks once a second at most', async ({
  page,
  studio,
}) => {
  await page.goto('/admin')
  await expectLive(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/(admin|api\/)/.test(request.url())) asked.push(request.url())
  })
  const visible = (state: 'hidden' | 'visible') =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await visible('hidden')
  await inquire(studio, { name: 'Hidden Hera' })
  const visitor = await page.context().newPage() // as long as it takes another page to hear of it
  await visitor.goto('/admin')
  await expectLive(visitor)
  await inquire(studio, { name: 'Hidden Hoani' })
  await expect(row(visitor, 'Hidden Hoani')).toBeVisible()
  await visitor.close()
  expect(asked).toEqual([])
  await visible('visible')
  await expect(row(page, 'Hidden')).toHaveCount(2)

  const times: number[] = []
  page.on('request', (request) => {
    if (request.url().includes('_rsc')) times.push(performance.now())
  })
  for (let n = 0; n < 30; n++) await inquire(studio, { name: `Burst ${n}` })
  await expect(row(page, 'Burst 29')).toBeVisible()
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
  expect(times.length, `refreshes in ${seconds} s`).toBeLessThanOrEqual(seconds + 2)
})

test('a slot that is switched off is gone for visitors who see it; no press is lost to a refresh', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const date = january(15) // a Friday
  const visitor = await otherBrowser()
  await visitor.goto(`/booking?date=${date}`)
  const time = visitor.getByRole('radio', { name: /^9:00 am/ })
  await expect(time).toBeVisible()
  await book(studio, { name: 'Pressed Pou', date, nth: 2 })

  await page.goto('/admin')
  await expectLive(page)
  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  await week.getByText('Friday', { exact: true }).click()
  await week.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM on Friday' }).click()
  await expect(week.getByRole('button', { name: 'Enable 9:00 AM – 9:30 AM on Friday' })).toBeVisible()
  await expectToast(page, 'Success', 'Recurring availability updated successfully.')
  // The visitor comes back to the tab.
  await visitor.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(time).toHaveCount(0)
  await expect(visitor.getByRole('radio', { name: /^9:30 am/ })).toBeVisible()

  const held = new Promise<Route>((resolve) => void page.route(/_rsc=/, resolve, { times: 1 }))
  await inquire(studio, { name: 'Held Hana' })
  const refresh = await held
  await week.getByRole('button', { name: 'Disable 10:00 AM – 10:30 AM on Friday' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Pressed Pou')
  await question.getByRole('button', { name: /^Disable/ }).click()
  await expectToast(page, 'Success', 'Recurring availability updated successfully.')
  await refresh.continue()
})

test('an admin whose connection is cut misses nothing: every 15 seconds, or back online, the page looks', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  await page.clock.install({ time: MONDAY })
  await page.goto('/admin')
  await expectLive(page)
  studio.proxy.set('down', '/realtime/')
  studio.proxy.cutSockets()
  await expect(page.getByText('Reconnecting')).toBeVisible()
  for (const name of ['Missed Mia', 'Missed Max', 'Missed Moe']) await inquire(studio, { name })
  await page.clock.runFor(16_000)
  await expect(row(page, 'Missed')).toHaveCount(3)

  studio.proxy.set('none')
  await page.clock.runFor(16_000)
  await expectLive(page)
  await inquire(studio, { name: 'After Ada' })
  await expect(row(page, 'After Ada')).toBeVisible()

  await context.setOffline(true)
  await inquire(studio, { name: 'Online Ofa' })
  await expect(page.getByText('Reconnecting')).toBeVisible()
  await context.setOffline(false)
  await expect(row(page, 'Online Ofa')).toBeVisible()
  await page.clock.runFor(2_000)
  await expectLive(page)
  complaints.length = 0 // the browser names each socket that failed
})

test('while the site is away the page stays as it is, with what is typed, and follows again by itself', async ({
  page,
  studio,
  complaints,
}) => {
  await page.goto('/admin')
  await expectLive(page)
  await page.getByText('All time slots').click()
  const typed = page.getByLabel('New slot from')
  await typed.fill('06:15')
  await studio.site.kill()
  await inquire(studio, { name: 'Without the site' })
  await expect(page.getByText('Reconnecting')).toHaveCount(1)
  await expect(typed).toHaveValue('06:15')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Past' }).click()
  await expect(page.getByText('The site could not be reached. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Close toast' }).click()
  await studio.site.start()
  // Back at the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(row(page, 'Without the site')).toBeVisible()
  await expectLive(page)
  await expect(typed).toHaveValue('06:15')
  complaints.length = 0 // the browser names each failed request
})

test('a refresh that gets no response does not stop the ones after it, nor the word that the site is away', async ({
  page,
  studio,
  complaints,
}) => {
  await page.clock.install({ time: MONDAY })
  await page.goto('/admin')
  await expectLive(page)
  const refreshed = page.waitForRequest(/_rsc=/)
  await page.route(/_rsc=/, () => undefined, { times: 1 })
  await inquire(studio, { name: 'Held Hemi' })
  await refreshed
  await page.route('/api/health*', (route) => route.abort())
  await inquire(studio, { name: 'Later Lani' })
  await page.clock.runFor(6_000) // it waits no longer than five seconds for a response
  await expect(page.getByText('Reconnecting')).toBeVisible()
  await page.unrouteAll()
  // Back at the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(row(page, 'Later Lani')).toBeVisible({ timeout: 20_000 })
  complaints.length = 0 // the browser names each failed request
})

test('a refresh that is cut half-way, or whose network goes: form, search and open dialog come back', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  const { id } = await inquire(studio, { name: 'Cut Caro', message: 'half' })
  const losses = {
    async cut() {
      // The response ends in the middle, as when a proxy or a server dies.
      await page.route(/_rsc=/, async (route) => {
        const response = await route.fetch()
        const body = await response.body()
        await route.fulfill({ response, body: body.subarray(0, body.length / 2) })
      })
      await inquire(studio, { name: 'While it is cut' })
      await expect(page.getByRole('heading', { name: 'The admin cannot be shown right now' })).toBeVisible()
      await page.unroute(/_rsc=/)
    },
    async lost() {
      await page.route(/_rsc=/, (route) => route.abort())
      const loadedAnew = page.waitForEvent('load')
      await inquire(studio, { name: 'While it is lost' })
      await loadedAnew
      await page.unroute(/_rsc=/)
    },
  }
  await page.goto('/admin?q=caro')
  await expectLive(page)
  const dialog = page.getByRole('dialog', { name: 'Inquiry' })
  for (const [what, lose] of Object.entries(losses)) {
    await page.getByLabel('Start time 1').fill('06:15')
    await openRecord(page, 'Cut Caro')
    await expect(page).toHaveURL(new RegExp(`id=${id}`))
    await lose()
    await expect(dialog, what).toContainText('Cut Caro')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('searchbox', { name: 'Search' }), what).toHaveValue('caro')
    await expect(page.getByLabel('Start time 1'), what).toHaveValue('06:15')
    await expectLive(page)
    await page.getByLabel('Start time 1').fill('')
  }
  expect(context.pages()).toHaveLength(1)
  complaints.length = 0 // the browser and the router name each failed request
})
