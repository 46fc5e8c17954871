import { place } from '@/lib/content/place'
import { HONEYPOT } from '@/lib/booking/form'
import { bookAgain, alert, choose, day, fillIn, next, saidOnce, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY, holdRequests } from './fixtures'

shareStudio({ now: MONDAY })

test('a visitor books tomorrow’s call and downloads it as a calendar file', async ({ page, studio }) => {
  await page.goto('/booking')
  await expect(page.getByRole('heading', { name: 'Tuesday 24 November 2026' })).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Morning' }).getByRole('radio')).toHaveCount(6)
  await expect(page.getByRole('radiogroup', { name: 'Afternoon' }).getByRole('radio')).toHaveCount(6)
  await expect(next(page)).toBeDisabled()
  // A cache that still lists the time as free after the booking.
  const stale = await (await page.request.get('/api/slots?from=2026-11-01&to=2026-12-31')).json()
  await page.route('**/api/slots?**', (route) => route.fulfill({ json: stale }))

  await time(page, `9:30 am ${place.zoneNames.summer}`).check()
  await next(page).click()
  await expect(page.getByText('24 November 2026', { exact: true })).toBeVisible()
  await fillIn(page, { name: 'Mere Tūhoe', email: 'mere@example.com', message: 'An app.\nFor boats.' })
  await page.getByRole('button', { name: says.book }).click()

  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('9:30 am')
  await expect(panel).toContainText('We write to mere@example.com. The time is held for you.')
  await expect(saidOnce(page, says.bookingToast)).toBeVisible()
  await expect(panel, 'said with the panel').toHaveAccessibleDescription(says.bookingToast)
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  expect(await toasts.ariaSnapshot(), 'and not once more').not.toMatch(/Success|booking|Close/)

  for (const said of ['We confirm it within 24 hours', 'We meet by video', 'Bring the idea as it is'])
    await expect(panel.getByRole('listitem').filter({ hasText: said })).toBeVisible()
  await panel.getByText('Add to your calendar').click()
  const file = panel.getByRole('link', { name: /^Calendar file/ })
  await expect(file).toHaveAttribute('href', /^\/booking\/manage\/[\da-f-]{36}\.[\w-]{22}\/call\.ics$/)
  expect((await stored(studio)).bookings).toContainEqual({
    name: 'Mere Tūhoe',
    email: 'mere@example.com',
    date: '2026-11-24',
    message: 'An app.\nFor boats.',
    package: null,
    status: 'pending',
    time_slots: { start_time: '09:30:00' },
  })

  await test.step('the page does not offer the booked time again, though a cache still lists it', async () => {
    const read = page.waitForResponse(/api\/slots\?/)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await read
    await bookAgain(page)
    // The form is in its initial state: step 1, tomorrow, no time, empty fields.
    await expect(page).toHaveURL('/booking')
    await expect(day(page, 'Tuesday 24 November')).toHaveAccessibleName(/, 11 times available/)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(time(page, '9:30 am')).toHaveCount(0)
    await expect(next(page)).toBeDisabled()
  })
})

test('a visitor whom no time suits writes instead, and Back brings no date or time', async ({
  page,
  studio,
}) => {
  await page.goto('/booking')
  await time(page, '11:00 am').check()
  await page.getByText(says.contact).click()
  await expect(page).toHaveURL('/booking?step=2')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Tuesday 24 November 2026' })).toBeVisible()
  await expect(page.getByRole('radio', { checked: true }), 'no time comes back').toHaveCount(0)
  await page.getByText(says.contact).click()
  await expect(page.getByText('Date to be arranged').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('Time to be arranged').filter({ visible: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await fillIn(page, { email: 'ana@example.com' })
  const release = await holdRequests(page, '**/booking**')
  await page.getByRole('button', { name: says.send }).click()
  await expect(page.getByRole('button', { name: says.submitting })).toBeVisible()
  release()
  const sent = page.getByRole('region', { name: says.inquirySent })
  await expect(sent).toBeFocused()
  await expect(sent).toContainText('reply to ana@example.com within 24 hours')
  await expect(sent.getByRole('link'), 'none to a call’s own page').toHaveText(['Book a free call'])
  await expect(saidOnce(page, says.inquiryToast)).toBeVisible()
  expect((await stored(studio)).inquiries).toContainEqual({
    name: 'Ana',
    email: 'ana@example.com',
    message: null,
    package: null,
    status: 'new',
  })
})

test('each error appears once, at its field; the corrected request is stored once and clean', async ({
  page,
  studio,
}) => {
  await choose(page, '2026-11-25', '9:00 am')
  await page.getByLabel('Email').fill('ana@')
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toHaveText(says.missing)
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Your name is missing.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Write it like name@example.com.')
  await expect(page.getByLabel('Email')).toHaveValue('ana@')
  await page.setViewportSize({ width: 375, height: 720 })
  await expect(alert(page), 'on a phone, not also beside the button').toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })

  await test.step('a message that is too long stays in its box and is not sent', async () => {
    const message = page.getByLabel('Tell us about your product')
    const height = async () => (await message.boundingBox())?.height ?? 0
    const low = await height()
    await message.fill('line\n'.repeat(8))
    expect(await height()).toBeGreaterThan(low)
    await message.fill('line\n'.repeat(200))
    expect(await height()).toBeLessThan(450)
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await page.getByLabel('Name').fill('x'.repeat(101))
    await message.evaluate((field: HTMLTextAreaElement) => (field.value = 'y'.repeat(100_000)))
    await page.getByRole('button', { name: says.book }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('At most 100 characters, please.')
    await expect(message).toHaveAccessibleDescription('At most 5,000 characters, please.')
    const kept = await message.evaluate((field: HTMLTextAreaElement) => field.value.length)
    expect(kept, 'nothing is cut').toBe(100_000)
    expect(posts).toEqual([])
  })

  await fillIn(page, {
    name: '  👩‍👩‍👧‍👦 שרה \u202Eevil <script>alert(1)</script>',
    email: 'sara@example.com',
    message: 'a\u0000b\u2066c',
  })
  const hiddenField = page.locator(`[name="${HONEYPOT}"]`)
  await expect(hiddenField, 'what no browser fills in with an address').toHaveAttribute(
    'autocomplete',
    'one-time-code',
  )
  await expect(hiddenField, 'a name that means nothing to one').toHaveAttribute('name', /^v\d$/)
  await hiddenField.evaluate((field: HTMLInputElement) => (field.value = 'Acme Ltd'))
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText(says.hiddenField)
  await expect(hiddenField).toHaveValue('')
  expect(JSON.stringify(await stored(studio))).not.toContain('sara@example.com')

  const [post] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: says.book }).dblclick(),
  ])
  expect(post.postData()).toContain('sara@example.com')
  expect(post.postData(), 'what an earlier try said is not sent again').not.toContain('yyy')
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  const mine = (await stored(studio)).bookings.filter(({ email }) => email === 'sara@example.com')
  expect(mine).toMatchObject([{ name: '👩‍👩‍👧‍👦 שרה evil <script>alert(1)</script>', message: 'abc' }])
})
