import { createAdmin } from '@/scripts/admin-create'
import { book, chooseAction, expect, expectLive, inquire, openRecord, row, test, toast } from './admin'
import { MONDAY, setStudioClock, shareStudio, signIn } from './fixtures'

// What an admin has in hand while the backend, the network or the session is away.
shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

/** An admin of this file's own: to end this session ends no session of the others. */
const tane = { email: 'tane@studio.test', password: 'kauri-in-the-south-wind' }

/** Every message there is: those at the edge, and those in the page. */
const failures = 'Failed to|could not be reached'

test('a backend away is told in one message, and counts keep their time; offline a record says it is cut @full', async ({
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
  const counts = banner.getByRole('link', { name: /^\d+ to answer/ })
  const before = { counts: await counts.innerText(), time: await banner.getByRole('time').innerText() }
  const messages = page.getByText(new RegExp(failures))
  const live = page.getByRole('status').filter({ hasText: /^Live$/ })

  await test.step('it goes while a press is on its way', async () => {
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

  await test.step('and is there again', async () => {
    await inquire(studio, { name: 'Away Awa' })
    studio.proxy.set('none')
    await page.clock.runFor(20_000)
    await expect(row(page, 'Away Awa')).toBeVisible()
    await expectLive(page)
    await expect(counts).not.toHaveText(before.counts)
  })

  await test.step('a record that is opened offline says that it is cut, and is whole once the network is back', async () => {
    await page.reload()
    await expectLive(page) // with no read of itself under way, which would end in the browser's own page
    await context.setOffline(true)
    const dialog = await openRecord(page, 'Waiting Wai')
    await expect(dialog).toContainText('Long words.')
    const cut = dialog.getByText(
      'This is only what the list has. The rest follows when the site can be reached.',
    )
    await expect(cut).toBeVisible()
    await expect(dialog).not.toContainText('The end of it.')
    await context.setOffline(false)
    await page.clock.runFor(20_000)
    await expect(dialog).toContainText('The end of it.')
    await expect(cut).toHaveCount(0)
    await test.step('and stays whole when it goes away again', async () => {
      studio.proxy.set('500', '/rest/')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('We do not know yet')).toBeVisible()
      await expect(dialog).toContainText('The end of it.')
    })
  })
  complaints.length = 0 // the browser names each failed request
})

test('a session that ended is told, as is which press was not done; what was typed is back afterwards @full', async ({
  otherBrowser,
  studio,
  complaints,
}) => {
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, tane.email, tane.password)
  await book(studio, { name: 'Ended Ema', date: '2027-01-06' })
  const page = await otherBrowser({ reducedMotion: 'reduce' })
  await setStudioClock(page.context(), MONDAY)
  const ended = page.getByText('Your session has ended.')
  const end = () =>
    studio.sql(
      `delete from auth.sessions where user_id = (select id from auth.users where email = '${tane.email}')`,
    )
  const signInHere = async () => {
    await page.getByLabel('Email').fill(tane.email)
    await page.getByLabel('Password', { exact: true }).fill(tane.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
  }
  const told = toast(page, 'Error', 'Failed to save the location')
  await signIn(page, tane)

  await test.step('at a press: what was typed there, and about dates to be closed, is back', async () => {
    await page.getByLabel('From', { exact: true }).fill('2027-03-01')
    await page.getByLabel('To (if more than one)').fill('2027-03-05')
    await page.getByLabel('Reason').fill('Autumn break')
    const dialog = await openRecord(page, 'Ended Ema')
    const location = dialog.getByLabel('Location of this call')
    await expect(page).toHaveURL(/id=/)
    await location.fill('The café at the wharf')
    await end()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/login/)
    await expect(ended).toBeVisible()
    await expect(page.getByText('Your last press was not done.')).toBeVisible()
    await signInHere()
    await page.waitForURL(/\/admin/)
    await expect(told).toContainText('Your session had ended before it. Please try again.')
    await expect(location).toHaveValue('The café at the wharf')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Success', 'Location saved')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page, 'a reload does not open the record again').not.toHaveURL(/id=/)
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2027-03-01')
    await expect(page.getByLabel('To (if more than one)')).toHaveValue('2027-03-05')
    await expect(page.getByLabel('Reason')).toHaveValue('Autumn break')
  })

  await test.step('what was done then does not come back', async () => {
    await page.getByRole('button', { name: 'Close dates' }).click()
    await expect(toast(page, 'Success', '5 dates closed successfully')).toBeVisible()
    await expect(page.getByLabel('Reason')).toHaveValue('')
    await page.reload()
    await expectLive(page)
    await expect(told, 'said once').toHaveCount(0)
    await expect(page.getByLabel('Reason')).toHaveValue('')
  })

  await test.step('at a press on another page, which it leads back to', async () => {
    await page.goto('/admin/settings')
    await end()
    await page.getByRole('region', { name: 'Notice' }).getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/login/)
    await signInHere()
    await expect(toast(page, 'Error', 'Failed to save the hours of notice')).toBeVisible()
    await expect(page).toHaveURL('/admin/settings')
  })

  await test.step('at a reload, with no press that was lost', async () => {
    await end()
    await page.reload()
    await expect(ended).toBeVisible()
    await expect(page.getByText('was not done')).toHaveCount(0)
  })
  complaints.length = 0 // the browser names each 401 and 409
})
