import {
  book,
  chooseAction,
  chooseVerb,
  client,
  expect,
  expectLive,
  expectToast,
  holdRefresh,
  inquire,
  isRefresh,
  loseRefreshes,
  openDialog,
  openRequest,
  openSetting,
  rowDialog,
  row,
  setTabVisibility,
  test,
  toast,
} from './admin'
import { MONDAY, shareStudio } from './fixtures'
import { makeOffer } from './offers'

shareStudio({ now: MONDAY })

const january = (day: number) => `2027-01-${String(day).padStart(2, '0')}`

test('visitors’ requests appear by themselves, disturb no work, and wait while the tab is hidden', async ({
  page,
  studio,
}) => {
  await studio.sql(`insert into public.inquiries (name, email, created_at)
    select 'Earlier ' || n, 'earlier@example.org', now() - interval '1 hour' + n * interval '1 second' from generate_series(0, 29) n`)
  const socket = page.waitForEvent('websocket')
  await page.goto('/admin?view=all')
  await expectLive(page)
  const opened = row(page, /Earlier 9(?!\d)/)
  const name = opened.getByRole('link', { name: 'Earlier 9', exact: true })
  await opened.getByRole('cell', { name: 'Inquiry' }).click()
  const dialog = rowDialog(page)
  await dialog.getByRole('button', { name: 'Archive' }).focus()
  const scrolled = await page.evaluate(() => scrollY)
  await book(studio, { name: 'Live Lani', date: january(5) })
  await expect(page.getByRole('row', { includeHidden: true }).filter({ hasText: 'Live Lani' })).toHaveCount(1)
  await expect(dialog).toContainText('Earlier 9')
  await expect(dialog.getByRole('button', { name: 'Archive' })).toBeFocused()
  expect(await page.evaluate(() => scrollY), 'nothing scrolls to the top').toBeGreaterThanOrEqual(scrolled)
  await page.keyboard.press('Escape')
  await expect(name).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('liv')
  await inquire(studio, { name: 'Live Lou' })
  await search.pressSequentially('e lou')
  await expect(row(page, 'Live Lou')).toBeVisible()
  await expect(search).toHaveValue('live lou')
  await expect(search).toBeFocused()
  await expect(page).toHaveURL(/q=live\+lou/)

  await test.step('a hidden tab reads nothing, and refreshes when it is shown', async () => {
    await setTabVisibility(page, 'hidden')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const hidden of ['Live Lou Hera', 'Live Lou Hoani']) {
      const received = (await socket).waitForEvent('framereceived', ({ payload }) => payload.includes(hidden))
      await inquire(studio, { name: hidden })
      await received
    }
    expect(await page.evaluate(() => document.visibilityState)).toBe('hidden')
    expect(asked).toEqual([])
    await setTabVisibility(page, 'visible')
    await expect(row(page, 'Live Lou')).toHaveCount(3)
  })
  await test.step('a visible tab refreshes at most once a second, one refresh at a time', async () => {
    const times: number[] = []
    let underWay = 0
    let most = 0
    page.on('request', (request) => {
      if (!isRefresh(request)) return
      times.push(performance.now())
      most = Math.max(most, (underWay += 1))
    })
    page.on('requestfinished', (request) => void (underWay -= Number(isRefresh(request))))
    await studio.sql(`insert into public.inquiries (name, email)
      select 'Live Lou ' || n, 'lou@example.org' from generate_series(1, 12) n`)
    await expect(row(page, 'Live Lou')).toHaveCount(15)
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
    expect(times.length, `refreshes in ${seconds} s`).toBeLessThanOrEqual(seconds + 2)
    expect(most, 'under way at a time').toBe(1)
  })
})

test('a change causes one read in the admin’s own tab, and one in a colleague’s who is typing @full', async ({
  page,
  otherBrowser,
  adminState,
  studio,
}) => {
  await inquire(studio, { name: 'Once Ola' })
  await book(studio, { name: 'Once Oli', date: january(11) })
  const other = await otherBrowser({ storageState: adminState })
  const reads = { own: 0, others: 0 }
  const posted: string[] = []
  for (const [who, tab] of [
    ['own', page],
    ['others', other],
  ] as const) {
    tab.on('request', (request) => {
      const isOfPage = request.method() === 'POST' || request.url().includes('_rsc=')
      if (isOfPage && new URL(request.url()).pathname.startsWith('/admin')) reads[who] += 1
    })
    await tab.goto('/admin?view=all&q=once')
    await expectLive(tab)
  }
  await page.route('/admin**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    posted.push(await response.text())
    await route.fulfill({ response })
  })
  const note = (await openRequest(other, 'Once Ola')).getByLabel('Add a note')
  await note.pressSequentially('Rang ')

  /** Runs an action, and counts the reads until the page shows its result. */
  async function count(act: () => Promise<unknown>, name: string, status: string) {
    await expect.poll(() => idle()).toBe(true)
    Object.assign(reads, { own: 0, others: 0 })
    await Promise.all([act(), note.pressSequentially('and rang', { delay: 60 })])
    await expect(row(page, name)).toContainText(status)
    await expect.poll(() => idle()).toBe(true)
    return { ...reads }
  }
  /** Resolves to true if the page reads nothing for two seconds. */
  let last = ''
  let since = 0
  function idle() {
    if (last !== JSON.stringify(reads)) [last, since] = [JSON.stringify(reads), Date.now()]
    return Date.now() - since > 2_000
  }

  expect(await count(() => chooseAction(page, 'Once Ola', 'Mark as read'), 'Once Ola', 'read')).toEqual({
    own: 1,
    others: 1,
  })
  const undo = toast(page, 'Success', 'Inquiry read successfully').getByRole('button', { name: 'Undo' })
  expect(await count(() => undo.click(), 'Once Ola', 'new')).toEqual({ own: 1, others: 1 })
  expect(await count(() => chooseAction(page, 'Once Oli', 'Confirm'), 'Once Oli', 'confirmed')).toEqual({
    own: 1,
    others: 1,
  })
  await expect.poll(() => posted.length).toBe(3)
  for (const text of posted) expect(text, 'the page is in the response').toContain('Once Ol')

  await test.step('a request that is opened is read once', async () => {
    await expect.poll(() => idle()).toBe(true)
    Object.assign(reads, { own: 0, others: 0 })
    await openRequest(page, 'Once Oli')
    await expectLive(page)
    await expect.poll(() => idle()).toBe(true)
    expect(reads).toEqual({ own: 1, others: 0 })
  })

  await test.step('a change on any other page is one request too', async () => {
    const { id } = await book(studio, { name: 'Once Oma', date: january(12) })
    const { requestId } = await makeOffer(studio, 'Once Offa')
    const changes = [
      [
        `requests/${id}`,
        async () => {
          await page.getByLabel('Add a note').fill('Rang')
          await page.getByRole('button', { name: 'Add note' }).click()
          await expect(page.getByLabel('Add a note')).toHaveValue('')
        },
      ],
      [
        'told',
        async () => {
          await page
            .getByRole('button', { name: /^Told Once/ })
            .first()
            .click()
          await expect(toast(page, 'Success', 'Noted that they know')).toBeVisible()
        },
      ],
      [
        'settings',
        async () => {
          await openSetting(page, 'Hours of notice')
          await page.getByLabel('Hours before a call').fill('3')
          await page
            .getByRole('region', { name: 'Hours of notice' })
            .getByRole('button', { name: 'Save' })
            .click()
          await expect(page.getByText('3 hours', { exact: true })).toBeVisible()
        },
      ],
      [
        'hours?date=2026-12-07',
        async () => {
          const first = page.getByRole('listitem').filter({ hasText: '9:00 – 9:30 AM' }).first()
          await first.getByRole('button', { name: 'Disable 9:00 AM' }).click()
          await expect(first).toContainText('Unavailable')
        },
      ],
      [
        `offers/${requestId}`,
        async () => {
          await chooseVerb(page, 'Withdraw it')
          await page.getByRole('button', { name: 'Withdraw the offer' }).click()
          await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw now' }).click()
          await expect(page.getByRole('button', { name: 'Withdraw the offer' })).toHaveCount(0)
        },
      ],
    ] as const
    for (const [path, change] of changes) {
      await page.goto(`/admin/${path}`)
      await expectLive(page)
      await expect.poll(() => idle()).toBe(true)
      Object.assign(reads, { own: 0, others: 0 })
      await change()
      await expect.poll(() => idle()).toBe(true)
      expect(reads.own, path).toBe(1)
    }
  })
})

test('while the page says Live it misses nothing, shows others’ changes, and loses no press @full', async ({
  page,
  studio,
  request,
}) => {
  const fetu = await book(studio, { name: 'Followed Fetu', date: january(6) })
  const hemi = await book(studio, { name: 'Held Hemi', date: january(7) })
  await book(studio, { name: 'Pressed Pou', date: january(15), nth: 2 }) // a Friday
  const held = holdRefresh(page)
  await page.goto('/admin?view=to_answer&type=booking&open=recurring')
  const refresh = await held
  await expect(page.getByRole('status').filter({ hasText: /^Connecting$/ })).toBeVisible()
  await refresh.continue()
  await expectLive(page)

  await expect(row(page, 'Followed Fetu')).toContainText('pending')
  const other = await client(studio, studio.people.admin)
  const confirm = ({ id }: { id: string }) =>
    other.from('bookings').update({ status: 'confirmed' }).eq('id', id).throwOnError()
  await confirm(fetu)
  await expect(row(page, 'Followed Fetu'), 'it has left this list').toHaveCount(0)
  await confirm(hemi)
  await expect(row(page, 'Held Hemi')).toHaveCount(0)

  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  await test.step('a switched-off slot is gone for visitors who look again', async () => {
    const offered = async () => {
      const response = await request.get(`/api/slots?from=${january(15)}&to=${january(15)}`)
      return (await response.json()).slots.map((slot: { start_time: string }) => slot.start_time)
    }
    expect((await offered()).slice(0, 2)).toEqual(['09:00', '09:30'])
    await week.getByText('Friday', { exact: true }).click()
    await week.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM on Friday' }).click()
    await expectToast(page, 'Success', 'Recurring availability updated successfully.')
    await expect(week.getByRole('button', { name: 'Enable 9:00 AM – 9:30 AM on Friday' })).toBeVisible()
    expect((await offered())[0]).toBe('09:30')
  })
  await test.step('no press is lost to a refresh that is under way', async () => {
    const held = holdRefresh(page)
    await inquire(studio, { name: 'Held Hana' })
    const refresh = await held
    await week.getByRole('button', { name: 'Disable 10:00 AM – 10:30 AM on Friday' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Pressed Pou')
    await question.getByRole('button', { name: /^Disable/ }).click()
    await expect(toast(page, 'Success', 'Recurring availability updated successfully.')).toBeVisible()
    await refresh.continue()
  })
})

test('after an outage of connection, site or network the page is complete and live again @full', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  await page.clock.install({ time: MONDAY })
  await page.goto('/admin?view=all&open=availability')
  await expectLive(page)
  const reconnecting = page.getByText('Reconnecting')
  const typed = page.getByLabel('Start time 1')
  await typed.fill('06:15')

  await test.step('without a connection the page refreshes every 15 seconds', async () => {
    studio.proxy.set('down', '/realtime/')
    studio.proxy.cutSockets()
    await expect(reconnecting).toBeVisible()
    await inquire(studio, { name: 'Missed Mia' })
    await page.clock.runFor(16_000)
    await expect(row(page, 'Missed Mia')).toBeVisible()
    studio.proxy.set('none')
    await page.clock.runFor(16_000)
    await expectLive(page)
    await inquire(studio, { name: 'After Ada' })
    await expect(row(page, 'After Ada')).toBeVisible()
  })
  await test.step('the page is live again after the network comes back', async () => {
    await context.setOffline(true)
    await inquire(studio, { name: 'Online Ofa' })
    await expect(reconnecting).toBeVisible()
    await context.setOffline(false)
    await expect(row(page, 'Online Ofa')).toBeVisible()
    await page.clock.runFor(2_000)
    await expectLive(page)
  })
  await test.step('a refresh without a response blocks neither later ones nor the notice of the outage', async () => {
    const refreshed = holdRefresh(page)
    await inquire(studio, { name: 'Held Hemi' })
    await refreshed
    await page.route(/\/(admin|api)/, (route) => route.abort())
    await inquire(studio, { name: 'Later Lani' })
    await page.clock.runFor(6_000) // a refresh waits at most five seconds
    await expect(reconnecting).toBeVisible()
  })
  await test.step('a press meanwhile gets an error, and entries stay', async () => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Past' }).click()
    await expect(page.getByText('The site could not be reached. Please try again.')).toBeVisible()
    await page.unrouteAll()
    await setTabVisibility(page, 'visible')
    await expect(row(page, 'Later Lani')).toBeVisible()
    await expectLive(page)
    await expect(typed).toHaveValue('06:15')
  })
  complaints.length = 0 // the browser logs each socket and request that failed
})

test('when the live connection sends no events an admin sees changes within a minute @full', async ({
  page,
  studio,
}) => {
  await page.clock.install({ time: MONDAY })
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('"postgres_changes",{"ids"')) socket.send(message)
    })
  })
  await page.goto('/admin?view=all')
  await expectLive(page)
  await inquire(studio, { name: 'Silent Sina' })
  await page.clock.fastForward(60_000)
  await expect(row(page, 'Silent Sina')).toBeVisible()
  await expectLive(page)
})

test('after a refresh without a response the page stays; after half of one it comes back @full', async ({
  page,
  studio,
  complaints,
}) => {
  await inquire(studio, { name: 'Cut Caro', message: 'half' })
  await page.goto('/admin?q=caro&open=availability')
  await expectLive(page)
  await page.getByLabel('Start time 1').fill('06:15')
  const loaded: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()))

  await test.step('no response comes', async () => {
    const dialog = await openDialog(page, 'Cut Caro')
    await loseRefreshes(page)
    await inquire(studio, { name: 'While it is lost' })
    await expect(page.getByText('Reconnecting')).toBeAttached()
    await expect(dialog).toContainText('Cut Caro')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await setTabVisibility(page, 'visible')
    await expect(page.getByText('Live', { exact: true })).toBeAttached()
    await expect(dialog).toContainText('Cut Caro')
    expect(loaded, 'no document').toEqual([])
    await page.keyboard.press('Escape')
  })
  await test.step('the response breaks off, as when a proxy or a server dies', async () => {
    const held = holdRefresh(page)
    await inquire(studio, { name: 'While it is cut' })
    const route = await held
    const response = await route.fetch()
    const body = await response.body()
    await route.fulfill({ response, body: body.subarray(0, body.length / 2) })
    await expect(page.getByText('Live', { exact: true })).toBeAttached()
    await expect(row(page, 'Cut Caro')).toBeVisible()
    await expect(page.getByLabel('Start time 1')).toHaveValue('06:15')
    await expect(page.locator('[type=search]')).toHaveValue('caro')
  })
  complaints.length = 0 // the browser and React name each failed request
})

test('a change that is committed while the page is read is shown @full', async ({ page, studio }) => {
  await page.goto('/admin?view=all')
  await expectLive(page)
  studio.proxy.set('hang', 'count_views') // the page's last read
  await setTabVisibility(page, 'visible')
  await expect.poll(() => studio.proxy.held()).toBeGreaterThan(0)
  await inquire(studio, { name: 'Between Bo' })
  studio.proxy.set('none')
  await expect(row(page, 'Between Bo')).toBeVisible()
})
