import { listSampleThings } from '@/lib/content/sample-things'
import { book, expect, expectLive, raiseCaps, requestPage, test, toast } from './admin'
import { axeLooks, axeViolations, MONDAY, shareStudio, holdRequests } from './fixtures'

/** How many samples the admin lists: those of `lib/content`, and where calls happen. */
const left = listSampleThings().length + 1

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
    const rows = page
      .getByRole('table')
      .getByRole('cell')
      .getByRole('link', { name: /^(?!Feb)/ })
    const listed = (await waiting.getByRole('listitem').getByRole('link').allInnerTexts()).slice(0, 3)
    await expect(rows).toHaveText(listed)
  })
})

test('the parts of the availability open for a visit, and the page reads no other; none moves the list on a phone @full', async ({
  page,
  complaints,
}) => {
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const [form, overview, weekly] = [
    'Add Availability',
    'Availability Overview & Exceptions',
    'Manage Recurring Availability',
  ] as const
  const save = part(form).getByRole('button', { name: 'Save availability' })
  const calendar = part(overview).getByRole('button', { name: /^Monday 30 November 2026/ })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin?view=past')
  await expectLive(page)

  await test.step('a part says that it loads, and stays open with the list’s state', async () => {
    await expect(link(form)).toHaveAttribute('aria-expanded', 'false')
    expect(await (await page.request.get('/admin')).text()).not.toContain('Save availability')
    const release = await holdRequests(page, '/api/health*')
    await link(form).click()
    await expect(part(form).getByText('Loading...')).toBeVisible()
    release()
    await expect(save).toBeVisible()
    await expect(calendar).toBeHidden()
    await link(overview).press('Enter')
    await expect(calendar).toBeVisible()
    await expect(link(overview)).toBeFocused()
    await expect(page).toHaveURL(/view=past&open=availability%2Cexceptions/)
    const listed = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'All' })
    await listed.click()
    await expect(page).toHaveURL(/view=all/)
    await page.reload()
    await expect(save).toBeVisible()
    await expect(calendar).toBeVisible()
  })
  await test.step('a press closes a part; the next visit has none open', async () => {
    await link(form).click()
    await expect(save).toHaveCount(0)
    await expect(calendar).toBeVisible()
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Requests' }).click()
    await expect(calendar).toHaveCount(0)
  })
  await test.step('offline a press shows an error, and the part stays closed', async () => {
    await expectLive(page)
    await page.route('/api/health*', (route) => route.abort())
    await link(weekly).click()
    await expect(page.getByText('The site could not be reached. Please try again.')).toBeVisible()
    await expect(link(weekly)).toHaveAttribute('aria-expanded', 'false')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    complaints.length = 0 // the browser logs the failed request
  })
  await test.step('a typed time is back after a reload', async () => {
    await page.goto('/admin?open=availability')
    await expectLive(page)
    await page.getByLabel('Start time 1').fill('06:15')
    await page.reload()
    await expect(page.getByLabel('Start time 1')).toHaveValue('06:15')
    await page.goto('/admin/hours')
    await expect(page.getByLabel('Start time 1'), 'its fold is open').toHaveValue('06:15')
  })
  await test.step('on a phone the parts come after the list, also by keyboard', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto('/admin')
    await expectLive(page)
    const heading = page.getByRole('heading', { name: 'Bookings & Inquiries Management' })
    const top = async () => Math.round((await heading.boundingBox())?.y ?? 0)
    const before = await top()
    await page.goto('/admin?open=availability,exceptions,recurring')
    expect(await top()).toBe(before)
    await expect(calendar).toBeVisible()
    expect(Number((await calendar.boundingBox())?.y)).toBeGreaterThan(before)
  })
})

test('a new studio reads its first steps, each done by what is true; put away, they are in Settings @full', async ({
  page,
  studio,
}) => {
  await studio.sql('update private.studio_settings set first_steps_put_away = false')
  await page.goto('/admin')
  await expectLive(page)
  const card = page.getByRole('region', { name: 'First steps' })
  await expect(card).toContainText('1 of 5')
  await expect(card.getByRole('listitem')).toHaveText([
    /^DoneWhen people can call youMon–Fri, 60 times a weekChange$/,
    /^To doWhere a call happensA sample room, on meet.southcoast.exampleSet yours$/,
    /^To doHow mail goes outNo mail server: you send each text yourselfHow to set one/,
    new RegExp(`^To doWhose words the site has${left} left: visitors read them as yoursSee them$`),
    /^To doHow a visitor sees itNobody has booked yetBook a call$/,
  ])
  for (const { width, colorScheme } of axeLooks) {
    await page.setViewportSize({ width, height: 812 })
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(await axeViolations(page)).toEqual([])
  }
  await card.getByText('How to set one').click()
  await expect(card.getByText('Whoever looks after the site sets it up')).toBeVisible()
  const putAway = card.getByRole('button', { name: 'Put away' })
  const away = toast(page, 'Success', 'The first steps are in Settings')
  await putAway.click()
  await expect(card).toHaveCount(0)
  await away.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await putAway.click()
  await expect(card).toHaveCount(0)

  await book(studio, { name: 'First Fetu', date: '2026-12-14' })
  await page.goto('/admin/settings#samples')
  const samples = page.getByRole('region', { name: 'Samples on the site' })
  await expect(samples).toContainText(`${left} left: visitors read them as yours`)
  await expect(samples.getByRole('listitem')).toHaveCount(left)
  await expect(samples.getByRole('listitem').filter({ hasText: 'The products' })).toContainText(
    'portfolio.ts',
  )
  await samples.getByRole('link', { name: 'Set yours' }).click()
  await expect(page.getByLabel('Name of the room')).toBeVisible()
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.locator('summary').first().click()
  await expect(steps).toContainText('2 of 5')
  await expect(steps.getByRole('listitem').last()).toContainText('Somebody has booked')
})

test('closing dates with 45 bookings names all of them, each with a link @full', async ({ page }) => {
  await page.goto('/admin/hours')
  await page.getByLabel('From', { exact: true }).fill('2027-02-01')
  await page.getByLabel('To (if several)').fill('2027-02-28')
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
