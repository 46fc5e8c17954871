import type { Route } from '@playwright/test'
import { book, expect, expectLive, inquire, openRecord, row, test } from './admin'
import { MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

test('the admin opens with who waits, if anybody does; nothing but a press shows another list then', async ({
  page,
  studio,
}) => {
  const views = page.getByRole('navigation', { name: 'Views' })
  const current = views.locator('[aria-current]')
  const waiting = page.getByRole('banner').getByRole('link', { name: /to answer/ })

  await test.step('nobody waits: all of them, also once somebody does, and after a reload', async () => {
    await page.goto('/about')
    await page.goto('/admin')
    await expect(page).toHaveURL('/admin?view=all')
    await expectLive(page)
    await inquire(studio, { name: 'Opened Oto' })
    await expect(waiting).toHaveText('1 to answer')
    await expect(current).toHaveText('All1')
    await page.reload()
    await expect(current).toHaveText('All1')
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })
  await test.step('somebody waits: what is to answer, also once it is answered', async () => {
    await page.goto('/admin?date=2026-12-01#requests')
    await expect(page).toHaveURL('/admin?date=2026-12-01&view=to_answer#requests')
    await expectLive(page)
    const dialog = await openRecord(page, 'Opened Oto')
    await dialog.getByRole('button', { name: 'Mark as replied' }).click()
    await expect(waiting).toHaveText('0 to answer')
    await expect(row(page, 'Opened Oto'), 'it stays where it was').toContainText('replied')
    await inquire(studio, { name: 'Opened Ora' })
    await expect(row(page, 'Opened Ora')).toBeVisible()
    await expect(current).toHaveText('To answer1')
  })
  await test.step('a search that finds nobody who waits finds everybody, by one press', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('oto')
    await expect(page.getByText('No records match your search')).toBeVisible()
    await page.getByRole('button', { name: 'Search in all' }).click()
    await expect(row(page, 'Opened Oto')).toBeVisible()
    await expect(page).toHaveURL(/view=all&q=oto/)
  })
  // A link to a search is of all: tests/unit/requests-view.test.ts.
  await test.step('a link to a request opens it over them', async () => {
    const { id } = await book(studio, { name: 'Opened Oli', date: '2026-12-02' })
    await page.goto(`/admin?id=${id}`)
    await expect(page.getByRole('dialog')).toContainText('To answer: They booked')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/admin?view=to_answer')
    await expect(row(page, /Opened/)).toHaveCount(2)
  })
})

test('a record opened while the page comes up to date stays open: the page is not loaded again @full', async ({
  page,
  studio,
}) => {
  await inquire(studio, { name: 'Steady Stella' })
  await page.goto('/admin/settings')
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(request.url())
  })
  const asked: string[] = []
  const waiting = new Set<Route>()
  // A slow line: responses are on their way while one presses.
  await page.route(/\/admin\?.*_rsc=/, async (route) => {
    asked.push(route.request().url())
    waiting.add(route)
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.fulfill({ response })
    waiting.delete(route)
  })
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page).toHaveURL('/admin?view=to_answer')
  await inquire(studio, { name: 'Steady Second' })
  await expect
    .poll(() => asked.filter((url) => url.includes('view=to_answer&_rsc')).length)
    .toBeGreaterThan(0)
  const dialog = await openRecord(page, 'Steady Stella')
  await expect(page).toHaveURL(/id=/)
  await expect.poll(() => waiting.size).toBe(0)
  await expect(dialog).toBeVisible()
  expect(loaded, 'once, by the link').toHaveLength(1)
})
