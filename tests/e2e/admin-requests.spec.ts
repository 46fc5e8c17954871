import { site } from '@/lib/content/studio'
import {
  address,
  book,
  choose,
  expect,
  inquire,
  openDialog,
  openRequest,
  requestPage,
  row,
  rowDialog,
  test,
} from './admin'
import { expectApart, shareStudio, MONDAY } from './fixtures'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })

const names = (texts: string[]) => texts.map((text) => text.trim())

test('the table sorts by its columns, finds by its fields, and keeps its state in the URL', async ({
  page,
  studio,
}) => {
  const tag = 'Zephyr'
  await book(studio, { name: `Carol ${tag}`, date: '2026-12-15', nth: 2, message: 'beta' })
  await inquire(studio, { name: `Åse ${tag}`, message: 'gamma' })
  await book(studio, { name: `bob ${tag}`, date: '2026-12-14', nth: 9, message: 'alpha' })
  await page.goto('/admin?view=all')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(tag)
  const listed = page.getByRole('table').getByRole('link', { name: new RegExp(`^\\S+ ${tag}$`) })
  const order = async () => names(await listed.allInnerTexts()).map((name) => name.split(' ')[0])

  await expect(listed).toHaveCount(3)
  expect(await order(), 'newest first by default').toEqual(['bob', 'Åse', 'Carol'])
  // tests/db/list-requests.test.ts checks the order of each column, both ways.
  const heading = page.getByRole('columnheader', { name: 'Time' })
  await heading.getByRole('link').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(order, 'the earliest time first, none last').toEqual(['Carol', 'bob', 'Åse'])
  await expect(page).toHaveURL(/sort=time/)

  await search.fill(`tue 15 dec ${tag}`)
  await search.pressSequentially(' beta ')
  await expect(listed).toHaveCount(1)
  expect(await order()).toEqual(['Carol'])
  await expect(page, 'cleaned').toHaveURL(/q=tue\+15\+dec\+Zephyr\+beta(&|$)/)
  await expect(search, 'left as it is being typed').toHaveValue(`tue 15 dec ${tag} beta `)

  await search.fill(tag)
  await expect(listed).toHaveCount(3)
  await choose(page, 'Type', 'Bookings')
  await expect(page).toHaveURL(/type=booking/)
  await choose(page, 'Status', 'Pending')
  await expect(page).toHaveURL(/status=pending/)
  await expect(page).toHaveURL('/admin?view=all&q=Zephyr&type=booking&status=pending&sort=time')
  await page.reload()
  await expect(search).toHaveValue(tag)
  expect(await order()).toEqual(['Carol', 'bob'])
  await expect(page.getByRole('button', { name: 'Filter 2' })).toBeVisible()
})

test('long, right-to-left or many-lined texts hide no other request, and all fit the window @full', async ({
  page,
  studio,
}) => {
  const name = 'Bartholomew Featherstonehaugh-Cholmondele'
  const message = `First line\nsecond line <b>bold</b> ${'x'.repeat(4_900)}`
  await inquire(studio, { name, email: 'a.very.long.address@example.org', message })
  await inquire(studio, { name: 'שלום עולם', message: 'مرحبا بالعالم' })
  await inquire(studio, {
    name: 'W'.repeat(40),
    email: `${'w'.repeat(60)}@example.org`,
    message: 'M'.repeat(90),
  })
  const call = 'Can you take over an app that was left?'
  await book(studio, { name: 'Wide Wiremu', date: '2026-12-23', nth: 2, message: call })
  await page.goto('/admin')
  const long = row(page, 'Bartholomew')
  await expect(long).toContainText('Bartholomew Feathers…')
  await expect(long).toContainText('a.very.long.address@…')
  await expect(long).toContainText('First line second line <b>bold…')
  const heights = await page
    .getByRole('table', { name: 'Bookings and inquiries' })
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights), 'the tallest row').toBeLessThan(45)
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

  await test.step('the dialog has the whole text', async () => {
    await openDialog(page, name)
    const dialog = rowDialog(page)
    await expect(dialog.getByText(name)).toBeVisible()
    await expect(dialog.getByText('second line <b>bold</b>')).toBeVisible()
    await expect(dialog.getByText('x'.repeat(4_900)), 'the whole message').toBeVisible()
    expect((await dialog.locator('dd').last().innerText()).length).toBe(message.length)
    expect(await sideways(), 'the dialog scrolls sideways').toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(long.getByRole('link', { name, exact: true })).toBeFocused()
  })

  for (const width of [320, 768, 1024, 1279, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sideways(), `${width} px scrolls sideways`).toBeLessThanOrEqual(0)
  }
})

test('each view lists its requests with their count, and the strip leads to the unanswered ones', async ({
  page,
  studio,
}) => {
  await page.goto('/admin')
  const views = page.getByRole('navigation', { name: 'Views' })
  const count = async (view: string) =>
    Number((await views.getByRole('link', { name: view }).innerText()).match(/\d+$/)?.[0] ?? 0)
  const before = {
    all: await count('All'),
    answer: await count('To answer'),
    upcoming: await count('Upcoming'),
  }
  await expect(views.getByRole('link', { name: 'Past' }), 'no zero').toHaveText('Past')
  await book(studio, { name: 'Viewed Vera', date: '2026-12-21' })
  await inquire(studio, { name: 'Viewed Vic' })
  await expect(row(page, 'Viewed')).toHaveCount(2)
  expect(await count('All')).toBe(before.all + 2)
  expect(await count('To answer')).toBe(before.answer + 2)
  expect(await count('Upcoming')).toBe(before.upcoming + 1)

  await views.getByRole('link', { name: 'Upcoming' }).click()
  await expect(page).toHaveURL('/admin?view=upcoming')
  await expect(row(page, 'Viewed Vic')).toHaveCount(0)
  await expect(row(page, 'Viewed Vera')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending')

  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('region', { name: 'To answer' }).getByRole('link', { name: /^All/ }).click()
  await expect(page).toHaveURL('/admin?view=to_answer')
  await expect(views.getByRole('link', { name: 'To answer' })).toHaveAttribute('aria-current', 'page')
  await expect(views).toBeInViewport()
  await expect(row(page, 'Viewed')).toHaveCount(2)

  // In a contrast theme the chosen view is a highlight, and the page's own greys are unreadable on it.
  await page.emulateMedia({ forcedColors: 'active' })
  const chosen = views.getByRole('link', { name: 'To answer' })
  const color = (link: Element) => getComputedStyle(link).color
  expect(await chosen.locator('span').evaluate(color)).toBe(await chosen.evaluate(color))
  const dot = row(page, 'Viewed Vic').getByTitle('They wrote').locator('[aria-hidden]')
  const fill = await dot.evaluate((dot) => getComputedStyle(dot).backgroundColor)
  expect(fill, 'the dot of the studio’s turn is filled').toBe(await dot.evaluate(color))
})

test('an admin copies a visitor’s address and their lost link, and the message covers no button @full', async ({
  page,
  studio,
  context,
}) => {
  const { id } = await book(studio, { name: 'Linked Lea', date: '2026-12-22' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await studio.sql(`
    insert into public.bookings (name, email, date, time_slot_id, status)
    select 'Past Pia', 'past@example.org', private.studio_today() - 1, id, 'confirmed'
    from public.time_slots where start_time = '09:00'`)
  await page.goto(`/admin/requests/${id}`)
  const dialog = requestPage(page)
  await expect(dialog.getByText('Linked Lea')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy email address' }).click()
  await expect.poll(clipboard).toBe(address('Linked Lea'))
  const message = page.getByRole('listitem').filter({ hasText: 'Email address copied' })
  for (const width of [375, 1280]) {
    await page.getByRole('button', { name: 'Close toast' }).click()
    await expect(page.getByRole('button', { name: 'Close toast' })).toHaveCount(0)
    await page.setViewportSize({ width, height: 720 })
    await dialog.getByRole('button', { name: 'Copy email address' }).click()
    for (const name of ['Erase personal data', 'Decline kindly', 'Confirm']) {
      const button = dialog.getByRole('button', { name, exact: true })
      await button.scrollIntoViewIfNeeded()
      await expectApart(message, button)
    }
  }
  await test.step('an admin copies a lost link for its visitor; it opens the booking, and the history records it', async () => {
    await page.getByRole('button', { name: 'Close toast' }).click()
    await dialog.getByRole('button', { name: 'Copy the visitor’s link' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Visitor’s link copied' })).toBeVisible()
    const history = dialog.getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(history.last()).toContainText('admin@studio.test copied the visitor’s link')
    expect(await clipboard()).toBe(site.url + linkOf(studio, id))
  })
  await test.step('a past call has no link', async () => {
    await page.goto('/admin?view=past')
    await openRequest(page, 'Past Pia')
    await expect(dialog.getByRole('button', { name: 'Copy email address' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Erase personal data' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Copy the visitor’s link' })).toHaveCount(0)
  })
})

test('a page past the last shows the last one, and the previous page is reachable @full', async ({
  page,
  studio,
}) => {
  await studio.sql(`insert into public.inquiries (name, email, created_at)
    select 'Paged ' || n, 'paged@example.org', now() - n * interval '1 second' from generate_series(1, 52) n`)
  await page.goto('/admin?q=paged&page=99')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('51–52 of 52')
  await expect(row(page, 'Paged')).toHaveText([/Paged 51/, /Paged 52/])
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(pages).toContainText('26–50 of 52')
  await expect(row(page, /Paged (2[6-9]|[34]\d|50)(?!\d)/)).toHaveCount(25)
  await expect(page).toHaveURL('/admin?view=all&q=paged&page=2')
})
