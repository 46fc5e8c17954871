import { createAdmin } from '@/scripts/admin-create'
import {
  book,
  chooseAction,
  expect,
  expectLive,
  inquire,
  openDialog,
  openRequest,
  openSetting,
  requestPage,
  row,
  setTabVisibility,
  test,
  toast,
} from './admin'
import { MONDAY, setStudioClock, shareStudio, signIn } from './fixtures'

// An admin's work while the backend, the network or the session is away.
shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

/** An admin for this file only, so that ending this session ends no session of other files. */
const tane = { email: 'tane@studio.test', password: 'kauri-in-the-south-wind' }

/** Matches every failure message, in a toast or in the page. */
const failures = 'Failed to|could not be reached'

test('in an outage an admin sees one message and the last counts; offline a request is readable @full', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  const message = `${'Long words. '.repeat(60)}The end of it.`
  await book(studio, { name: 'Waiting Wai', date: '2027-01-05', message })
  await page.clock.install({ time: MONDAY })
  await page.goto('/admin')
  await expectLive(page)
  const banner = page.getByRole('banner')
  const counts = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^All/ })
  const before = {
    counts: (await counts.textContent()) ?? '',
    time: await banner.getByRole('time').innerText(),
  }
  const messages = page.getByText(new RegExp(failures))
  const live = page.getByRole('status').filter({ hasText: /^Live$/ })

  await test.step('while the backend is away the page keeps one message and its last counts', async () => {
    studio.proxy.set('down')
    await chooseAction(page, 'Waiting Wai', 'Confirm')
    await expect(toast(page, 'Error', /Failed to update booking status/)).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(page.getByText('Reconnecting')).toBeVisible()
    for (let second = 0; second < 30; second += 15) {
      await page.clock.runFor(15_000)
      await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(1)
      await expect(messages).toHaveCount(1)
      await expect(live).toHaveCount(0)
    }
    await expect(counts).toHaveText(before.counts)
    await expect(banner.getByRole('time')).toHaveText(before.time)
    await expect(row(page, 'Waiting Wai')).toContainText('pending')
  })

  await test.step('after the outage the page shows new requests', async () => {
    await inquire(studio, { name: 'Away Awa' })
    studio.proxy.set('none')
    await page.clock.runFor(20_000)
    await expect(row(page, 'Away Awa')).toBeVisible()
    await expectLive(page)
    await expect(counts).not.toHaveText(before.counts)
  })

  await test.step('offline a row opens with its whole message; a press on Open gets a message', async () => {
    await page.reload()
    await expectLive(page) // with no refresh under way: it would end in the browser's own error page
    await context.setOffline(true)
    const dialog = await openDialog(page, 'Waiting Wai')
    await expect(dialog).toContainText('The end of it.')
    await dialog.getByRole('link', { name: 'Open' }).click()
    await expect(page.getByText('The site could not be reached. Please try again.')).toBeVisible()
    await context.setOffline(false)
    await dialog.getByRole('link', { name: 'Open' }).click()
    await expect(requestPage(page)).toContainText('The end of it.')
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
    await page.clock.runFor(2_000) // lets the refresh after the event arrive
    await test.step('the page stays when the network goes away again', async () => {
      await page.route('/admin/requests/**', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      )
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('We do not know whether it was done.')).toBeVisible()
      await expect(requestPage(page)).toContainText('The end of it.')
    })
  })
  complaints.length = 0 // the browser logs each failed request
})

test('an admin reads at a press that the session has ended; after the sign-in long drafts are back', async ({
  otherBrowser,
  studio,
  complaints,
}) => {
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, tane.email, tane.password)
  await book(studio, { name: 'Ended Ema', date: '2027-01-06' })
  const page = await otherBrowser({ reducedMotion: 'reduce' })
  await setStudioClock(page.context(), MONDAY)
  await signIn(page, tane)
  await page.getByText('Add Availability', { exact: true }).click()
  await page.getByLabel('Start time 1').fill('06:15')
  const dialog = await openRequest(page, 'Ended Ema')
  const note = dialog.getByLabel('Add a note')
  await note.fill('She rang twice')
  await studio.sql(
    `delete from auth.sessions where user_id = (select id from auth.users where email = '${tane.email}')`,
  )
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await page.waitForURL(/\/login\?next=%2Fadmin/)
  await expect(page.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
  await page.getByLabel('Email').fill(tane.email)
  await page.getByLabel('Password', { exact: true }).fill(tane.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/admin/)
  await expect(note).toHaveValue('She rang twice')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(note).toHaveValue('')
  await page.goto('/admin/hours')
  await expect(page.getByLabel('Start time 1')).toHaveValue('06:15')
  complaints.length = 0 // the browser logs each 401 and 409
})

test('while Auth or a read does not answer, an open page stays as it is, Reconnecting @full', async ({
  page,
  studio,
  complaints,
}) => {
  await page.goto('/admin/settings')
  await openSetting(page, 'Hours of notice')
  const hours = page.getByLabel('Hours before a call')
  await hours.fill('5')
  const live = page.getByRole('status')
  await expect(live).toHaveText('Live')
  const faults = [
    ['down', '/auth/'],
    ['hang', '/auth/'],
    ['down', ''],
    ['hang', ''],
    ['500', 'list_admins'], // after Auth and database have answered
  ] as const
  for (const [fault, matching] of faults) {
    await test.step(`${fault} ${matching}`, async () => {
      studio.proxy.set(fault, matching)
      await setTabVisibility(page, 'visible')
      await expect(live).toHaveText('Reconnecting')
      await expect(hours).toHaveValue('5')
      studio.proxy.set('none')
      await setTabVisibility(page, 'visible')
      await expect(live).toHaveText('Live')
      await expect(hours).toHaveValue('5')
    })
  }
  const save = page.getByRole('region', { name: 'Hours of notice' }).getByRole('button', { name: 'Save' })
  await test.step('an action that Auth does not answer brings no page', async () => {
    studio.proxy.set('down', '/auth/')
    await save.click()
    await expect(toast(page, 'Error', 'Failed to save the settings')).toBeVisible()
    await expect(hours).toHaveValue('5')
    studio.proxy.set('none')
  })
  await test.step('an action whose page cannot be read leaves the page', async () => {
    studio.proxy.set('500', 'list_admins')
    await save.click()
    await expect(toast(page, 'Success', 'Hours of notice saved')).toBeVisible()
    await expect(live).toHaveText('Reconnecting')
    await expect(hours).toBeVisible()
    studio.proxy.set('none')
    await setTabVisibility(page, 'visible')
    await expect(page.getByText('5 hours', { exact: true })).toBeVisible()
    await expect(live).toHaveText('Live')
  })
  complaints.length = 0 // the browser logs each failed request
})
