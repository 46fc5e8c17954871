import type { Page } from '@playwright/test'
import { client, expect, expectLive, raiseCaps, requestPage, test } from './admin'
import { MONDAY, setStudioClock, shareStudio, signIn } from './fixtures'

const call = (name: string, days: number, time: string, status = 'confirmed') => `
  insert into public.bookings (name, email, date, time_slot_id, status, created_at)
  select '${name}', 'call@example.org', private.studio_today() + ${days}, id, '${status}', now() - interval '1 day'
  from public.time_slots where start_time = '${time}';
  update public.bookings b set known = private.call_state(b) || jsonb_build_object('at', created_at) where name = '${name}';`
const message = (name: string, hours: number) => `
  insert into public.inquiries (name, email, created_at)
  values ('${name}', 'm@example.org', now() - interval '${hours} hours');`
/** Forty-five calls on the Mondays to Fridays of February. */
const february = `
  insert into public.bookings (name, email, date, time_slot_id)
  select 'Feb ' || row_number() over (order by d, start_time), 'feb@example.org', d, id
  from generate_series(date '2027-02-01', date '2027-02-03', interval '1 day') d
  cross join (select * from public.time_slots where start_time >= '09:00' and duration_minutes = 30 order by start_time limit 15) s;`

shareStudio({
  now: MONDAY,
  sql: [
    raiseCaps,
    `insert into public.time_slots (start_time, end_time, duration_minutes)
     select time '18:00' + n * interval '30 min', time '18:30' + n * interval '30 min', 30 from generate_series(0, 6) n on conflict do nothing;`,
    ...[
      call('Today Tia', 0, '13:00'),
      call('Today Tom', 0, '11:00'),
      call('Not Nat', 0, '14:00', 'cancelled'),
    ],
    ...[call('Tomorrow Toa', 1, '09:00', 'pending'), call('Later Lou', 2, '09:00')],
    ...[message('Waits Wiki', 5), message('Waits Will', 3)],
    february,
  ].join(''),
})

test('the first screen has today’s and tomorrow’s calls and unanswered requests at every width', async ({
  page,
}) => {
  const strip = page.getByRole('region', { name: 'At a glance' })
  const waiting = strip.getByRole('region', { name: 'To answer' })
  const people = ['Today Tom', 'Today Tia', 'Tomorrow Toa', 'Waits Wiki']
  const press = (name: string) => strip.getByRole('link', { name }).filter({ visible: true }).first()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin')
  await expect(strip.getByRole('region', { name: 'Today’s calls' }).getByRole('listitem')).toHaveText([
    /11:00 AM.*Today Tom/,
    /1:00 PM.*Today Tia/,
  ])
  await expect(strip.getByRole('region', { name: 'Tomorrow’s calls' }).getByRole('listitem')).toHaveText([
    /9:00 AM.*Tomorrow Toa/,
  ])
  await expect(waiting.getByRole('listitem').filter({ hasText: 'Waits Wiki' })).toHaveText(
    /Waits Wiki.*Wrote.*1[89] h left$/,
  )
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
    [768, 1024],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    // On a small screen a day is its next call.
    for (const name of width < 1024 ? people.filter((name) => name !== 'Today Tia') : people)
      await expect(press(name), `${name}, ${width} px`).toBeInViewport({ ratio: 1 })
  }
  // admin-navigation.spec.ts opens an unanswered request.
  await press('Tomorrow Toa').click()
  await expect(requestPage(page).getByRole('heading', { name: 'Tomorrow Toa', level: 2 })).toBeVisible()
  await page.goBack()
  await expect(press('Tomorrow Toa')).toBeInViewport()
  await test.step('six unanswered requests, the most urgent first; the link leads the keyboard to all', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Past' }).click()
    await expect(page).toHaveURL(/view=past/)
    await expect(waiting.getByRole('listitem')).toHaveCount(6)
    await expect(waiting.getByRole('listitem').first()).toHaveText(/Tomorrow Toa.*Booked a call/)
    await waiting.getByRole('link', { name: 'All 48' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Bookings & Inquiries Management' })).toBeFocused()
    await expect(page).toHaveURL(/view=to_answer/)
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeInViewport()
    const rows = page.getByRole('table').getByRole('link', { name: /^(?!Feb)/ })
    const listed = (await waiting.getByRole('listitem').getByRole('link').allInnerTexts()).slice(0, 3)
    await expect(rows).toHaveText(listed)
  })
})

/** A part of each of the three sections of hours. */
const hours = (page: Page) => ({
  form: page.getByRole('button', { name: 'Save availability' }),
  calendar: page.getByRole('button', { name: /^Monday 30 November 2026/ }),
  week: page.getByRole('group').filter({ hasText: 'Wednesday' }).last(), // within its section, a group too
})

test('the sections of hours are open until hours exist, then folded, then as the admin left them @full', async ({
  otherBrowser,
  studio,
  complaints,
}) => {
  const admin = await client(studio, studio.people.admin)
  const { data: pattern } = await admin.from('recurring_availability').select().throwOnError()
  const page = await otherBrowser({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await setStudioClock(page.context(), MONDAY)
  await studio.sql('delete from public.recurring_availability; delete from public.availability')
  await signIn(page, studio.people.admin)
  const { form, calendar, week } = hours(page)
  const folds = (isOpen: boolean) =>
    page.locator(`main details:has(> summary > h2)${isOpen ? '[open]' : ':not([open])'}`)
  const heading = (name: string) => page.getByRole('heading', { name })

  await test.step('without hours all three sections are open', async () => {
    await expect(folds(true)).toHaveCount(3)
    await expect(form).toBeVisible()
    const stored = async () =>
      (await page.context().cookies()).filter(({ name }) => name.startsWith('fold-')).length
    await expect.poll(stored, 'each stays open while they work in it').toBe(3)
    await admin.from('recurring_availability').insert(pattern).throwOnError()
    await page.context().clearCookies({ name: /^fold-/ })
    await page.reload()
    await expectLive(page)
    await expect(folds(false)).toHaveCount(3)
  })
  await test.step('the page reads a section only when it is opened', async () => {
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const part of [form, calendar, week]) await expect(part).toBeHidden()
    }
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeInViewport({ ratio: 0.5 })
    const html = await (await page.request.get('/admin')).text()
    expect(html).not.toContain('Save availability')
    await page.route('/admin', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await heading('Add Availability').click()
    await expect(page.getByRole('group', { name: 'Add Availability' }).getByText('Loading...')).toBeVisible()
    await expect(form).toBeVisible()
    await expect(calendar).toBeHidden()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await test.step('a link and a URL each lead to a section and open it', async () => {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Hours' }).click()
    await expect(heading('Add Availability')).toBeFocused()
    await expect(folds(true)).toHaveCount(3)
    await expect(calendar).toBeVisible()
    await expect(page, 'only ‘Add Availability’ was opened by its heading').toHaveURL(
      /open=exceptions%2Crecurring#?/,
    )
    await page.reload()
    await expect(folds(true)).toHaveCount(3)
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Requests' }).click()
    await expect(folds(true), 'the next visit has what its heading opened').toHaveCount(1)
    await page.goto('/admin?open=exceptions,recurring#recurring')
    await expect(week).toBeVisible()
  })
  await test.step('a section is as the admin left it even before hydration; one with a draft is open', async () => {
    await expectLive(page)
    await page.getByLabel('Start time 1').fill('06:15')
    for (const name of [
      'Add Availability',
      'Availability Overview & Exceptions',
      'Manage Recurring Availability',
    ])
      await heading(name).click()
    await expect(folds(false)).toHaveCount(3)
    await page.route('**/*.js', (route) => route.abort())
    await page.reload()
    await expect(folds(false)).toHaveCount(3)
    await page.unrouteAll()
    complaints.length = 0 // the browser logs each script
    await page.reload()
    await expect(page.getByLabel('Start time 1')).toHaveValue('06:15')
    await expect(folds(true)).toHaveCount(1)
  })
  await test.step('a section that cannot be read says so, also when it was opened before hydration', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.context().addCookies(
      ['availability', 'exceptions', 'recurring'].map((id) => ({
        ...{ name: `fold-${id}`, value: 'folded' },
        ...{ domain: new URL(studio.url).hostname, path: '/admin' },
      })),
    )
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.route('/admin', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.goto('/admin', { waitUntil: 'commit' })
    await heading('Manage Recurring Availability').click()
    await expect(folds(true)).toHaveCount(1)
    release()
    const failure = page.getByRole('main').getByText('Failed to load admin data.')
    await expect(failure).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await expect(week).toBeVisible()
    complaints.length = 0 // the browser logs each failed request
  })
})

test('an admin sees how many sample texts the site still has, and a list of them @full', async ({ page }) => {
  await page.goto('/admin')
  const said = page.getByRole('main').getByText(/^\d+ samples are still on the site$/)
  await expect(said).toBeVisible()
  await page.getByRole('link', { name: 'See them' }).click()
  await expect(page).toHaveURL(/\/admin\/settings/)
  const samples = page.getByRole('region', { name: 'Samples on the site' })
  await expect(samples.getByRole('listitem').first()).toHaveText(/^\/admin\/settings: usual location/)
  await expect(samples.getByRole('listitem').filter({ hasText: 'lib/content/site.ts: site' })).toHaveCount(1)
})

test('closing dates with 45 bookings names all of them, each with a link @full', async ({ page }) => {
  await page.goto('/admin')
  await page.getByLabel('From', { exact: true }).fill('2027-02-01')
  await page.getByLabel('To (if more than one)').fill('2027-02-28')
  await page.getByRole('button', { name: 'Close dates' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('45 bookings are at these times.')
  await expect(question.getByRole('button', { name: 'Close the dates' })).toBeInViewport({ ratio: 1 })
  await expect(question.getByRole('listitem')).toHaveCount(45)
  await expect(question.getByRole('link', { name: /^Feb/ })).toHaveCount(45)
  const link = question.getByRole('link', { name: /^Feb 45\b/ })
  await link.scrollIntoViewIfNeeded()
  await expect(link, 'the question waits').toHaveAttribute('target', '_blank')
  const record = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(await record.text()).toContain('Feb 45')
})
