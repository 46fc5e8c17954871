import { book, expect, inquire, raiseCaps, row, test } from './admin-kit'

test.use({ studioOptions: { file: import.meta.url, sql: raiseCaps } })

const names = (texts: string[]) => texts.map((text) => text.trim())

test('a list without records says so, and one without matches says so differently', async ({
  page,
  studio,
}) => {
  await page.goto('/admin')
  await expect(page.getByText('No records found')).toBeVisible()
  await inquire(studio, { name: 'Solitary Sam' })
  await expect(row(page, 'Solitary Sam')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
  await expect(page.getByText('No records match your search')).toBeVisible()
})

test('the table sorts by every column, finds by every field, and keeps its state in the URL', async ({
  page,
  studio,
}) => {
  const tag = 'Zephyr'
  await book(studio, { name: `Carol ${tag}`, date: '2026-12-15', nth: 2, message: 'beta' })
  await inquire(studio, { name: `Åse ${tag}`, message: 'gamma' })
  await book(studio, { name: `bob ${tag}`, date: '2026-12-14', nth: 9, message: 'alpha' })
  await page.goto('/admin')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(tag)
  const listed = page.getByRole('table').getByRole('button', { name: new RegExp(tag) })
  const order = async () => names(await listed.allInnerTexts()).map((name) => name.split(' ')[0])

  expect(await order(), 'newest first by default').toEqual(['bob', 'Åse', 'Carol'])
  for (const [column, ascending, descending] of [
    ['Name', ['Åse', 'bob', 'Carol'], ['Carol', 'bob', 'Åse']],
    ['Email', ['Åse', 'bob', 'Carol'], ['Carol', 'bob', 'Åse']],
    ['Type', ['bob', 'Carol', 'Åse'], ['Åse', 'bob', 'Carol']],
    ['Date', ['bob', 'Carol', 'Åse'], ['Carol', 'bob', 'Åse']],
    ['Time', ['Carol', 'bob', 'Åse'], ['bob', 'Carol', 'Åse']],
    ['Status', ['Åse', 'bob', 'Carol'], ['bob', 'Carol', 'Åse']],
    ['Message', ['bob', 'Carol', 'Åse'], ['Åse', 'Carol', 'bob']],
    ['Created', ['Carol', 'Åse', 'bob'], ['bob', 'Åse', 'Carol']],
  ] as const) {
    const heading = page.getByRole('columnheader', { name: column })
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    expect(await order(), `${column} ascending`).toEqual(ascending)
    await heading.getByRole('button').click()
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
    expect(await order(), `${column} descending`).toEqual(descending)
  }

  for (const [query, found] of [
    ['ase zephyr', ['Åse']],
    ['bob-zephyr@', ['bob']],
    [`tue 15 dec ${tag}`, ['Carol']],
    [`10:00 AM ${tag}`, ['Carol']],
    [`pending ${tag}`, ['bob', 'Carol']],
    [`gamma ${tag}`, ['Åse']],
    [`inquiry ${tag}`, ['Åse']],
  ] as const) {
    await search.fill(query)
    await expect(listed, query).toHaveCount(found.length)
    expect(await order(), query).toEqual(found)
  }

  await search.fill(tag)
  await page.getByLabel('Type', { exact: true }).selectOption('Bookings')
  await page.getByLabel('Status', { exact: true }).selectOption('Pending')
  await page.getByLabel('Rows').selectOption('50 rows')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL('/admin?q=Zephyr&type=booking&status=pending&sort=name&size=50')
  await page.reload()
  await expect(search).toHaveValue(tag)
  expect(await order()).toEqual(['bob', 'Carol'])
  await expect(page.getByRole('combobox', { name: 'Rows' })).toHaveValue('50')
})

test('long, right-to-left and many-lined texts are cut in the table and whole in the dialog', async ({
  page,
  studio,
}) => {
  const name = 'Bartholomew Featherstonehaugh-Cholmondele'
  const message = `First line\nsecond line <b>bold</b> ${'x'.repeat(4_900)}`
  await inquire(studio, { name, email: 'a.very.long.address@example.org', message })
  await inquire(studio, { name: 'שלום עולם', message: 'مرحبا بالعالم' })
  await page.goto('/admin')
  const long = row(page, 'Bartholomew')
  await expect(long).toContainText('Bartholomew Feathers…')
  await expect(long).toContainText('a.very.long.address@…')
  await expect(long).toContainText('First line second line <b>bold…')
  await long.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name: 'Inquiry' })
  await expect(dialog.getByText(name)).toBeVisible()
  await expect(dialog.getByText('second line <b>bold</b>')).toBeVisible()
  expect((await dialog.locator('dd').last().innerText()).length).toBe(message.length)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(long.getByRole('button', { name })).toBeFocused()
})

test('a record takes one line of the table, and the widest letters push nothing out of the window', async ({
  page,
  studio,
}) => {
  await inquire(studio, {
    name: 'W'.repeat(40),
    email: `${'w'.repeat(60)}@example.org`,
    message: 'M'.repeat(90),
  })
  await book(studio, {
    name: 'Wide Wiremu',
    date: '2026-12-23',
    nth: 2,
    message: 'Can you take over an app that was left?',
  })
  await page.goto('/admin')
  const heights = await page
    .getByRole('table', { name: 'Bookings and inquiries' })
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights), 'the tallest row').toBeLessThan(45)
  for (const width of [320, 768, 1024, 1279, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${width} px scrolls sideways`,
    ).toBeLessThanOrEqual(0)
  }
})
