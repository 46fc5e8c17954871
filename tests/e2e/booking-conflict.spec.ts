import { postForm, readForm } from '../native-form'
import { book } from './admin'
import { alert, choose, day, fillIn, next, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

test('a visitor who lost a time keeps all entries and gets three free times; Enter takes none', async ({
  page,
  studio,
}) => {
  const mine = async () => (await stored(studio)).bookings.filter(({ email }) => email === 'slow@example.com')
  await choose(page, '2026-11-25', '10:00 am')
  await book(studio, { name: 'Faster', date: '2026-11-25', nth: 2 })
  await fillIn(page, { name: 'Slow', email: 'slow@example.com', message: 'Still me' })
  await page.getByLabel('Email').press('Enter')
  await expect(alert(page)).toContainText(says.bookingFailed)
  await expect(alert(page)).toContainText('If it was you a moment ago, it is held: write to us for its link.')
  await expect(alert(page).getByRole('button')).toHaveText([
    /^Wed 25 Nov\s+9:00 am/,
    /^Wed 25 Nov\s+9:30 am/,
    /^Wed 25 Nov\s+10:30 am/,
  ])
  await expect(alert(page).getByRole('button').last(), 'nobody has to look for it').toBeInViewport()
  await expect(page.getByLabel('Tell us')).toHaveValue('Still me')
  await expect(time(page, '10:00 am'), 'the list is fresh').toHaveCount(0)

  // The ticket still names the taken time, so Enter and the button request that one again and no other.
  for (const again of [
    () => page.getByLabel('Email').press('Enter'),
    () => page.getByRole('button', { name: says.book }).click(),
  ]) {
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await again()
    await answered
    await expect(page.getByRole('button', { name: says.book })).toBeEnabled()
    await expect(alert(page)).toContainText(says.bookingFailed)
  }
  expect(await mine()).toEqual([])

  // The response to the offered time is lost, and a second press requests the same time.
  studio.proxy.set('lost', 'create_booking')
  await alert(page)
    .getByRole('button', { name: /10:30 am/ })
    .click()
  await expect(alert(page).getByRole('link')).toBeVisible()
  studio.proxy.set('none')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('10:30 am')
  expect(await mine()).toMatchObject([
    { date: '2026-11-25', message: 'Still me', time_slots: { start_time: '10:30:00' } },
  ])
})

test('a visitor whose time was refused while away finds free ones after a reload @full', async ({
  page,
  studio,
}) => {
  await choose(page, '2026-12-02', '9:00 am')
  await book(studio, { name: 'Faster', date: '2026-12-02' })
  await fillIn(page, { email: 'reload@example.com', message: 'Still me' })
  await page.route('**/booking**', async (route) => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await route.continue()
  })
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText('If it was you a moment ago, it is held: write to us for its link.')
  await page.unrouteAll()
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.reload()
  await time(page, '9:30 am').check()
  await expect(time(page, '9:00 am')).toHaveCount(0)
  await next(page).click()
  await expect(page.getByLabel('Tell us')).toHaveValue('Still me')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('9:30 am')
})

test('Forward to a time that is taken by now books no time of another day @full', async ({
  page,
  studio,
}) => {
  // The response for the days after today arrives after the response to the next request.
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  const isRead = new Promise<void>((resolve) => {
    void page.route(
      /slots\?from=2026-11-.*to=2026-12-/,
      async (route) => {
        const response = await route.fetch()
        resolve()
        await late
        await route.fulfill({ response })
      },
      { times: 1 },
    )
  })
  await choose(page, '2026-12-03', '9:00 am')
  await isRead
  await page.getByRole('button', { name: 'Back' }).click()
  await day(page, 'Friday 4 December').click()
  await expect(page.getByRole('heading', { name: 'Friday 4 December 2026' })).toBeVisible()
  await time(page, '9:00 am').check()
  // Books through the site, which then drops its cached reads.
  const url = `${studio.url}/booking?date=2026-12-03`
  const { fields, times } = await readForm(url)
  await postForm(
    url,
    fields,
    Object.entries({ time: times[0] ?? '', name: 'Faster', email: 'fast@example.com' }),
  )
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(day(page, 'Thursday 3 December')).toHaveAccessibleName(/, 11 times available/)
  const arrived = page.waitForResponse(/slots\?from=2026-11-.*to=2026-12-/)
  arrive()
  await (await arrived).finished()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Thursday 3 December 2026' })).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(next(page)).toBeDisabled()
})
