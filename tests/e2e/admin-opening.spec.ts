import type { Route } from '@playwright/test'
import {
  backToList,
  book,
  expect,
  expectLive,
  inquire,
  isRefresh,
  openDialog,
  requestPage,
  row,
  test,
} from './admin'
import { MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

test('the admin opens with all requests, newest first, and a search covers all of them', async ({
  page,
  studio,
}) => {
  const current = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]')
  await inquire(studio, { name: 'Opened Oto' })
  const { id } = await book(studio, { name: 'Opened Oli', date: '2026-12-02' })
  await page.goto('/admin')
  await expect(current).toHaveText('All2')
  await expect(row(page, /Opened/)).toHaveText([/Oli/, /Oto/])
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  await test.step('a link of an old mail leads to the request, and that to the list', async () => {
    await page.goto(`/admin?id=${id}`)
    await expect(page).toHaveURL(`/admin/requests/${id}`)
    await expect(requestPage(page)).toContainText('To answer: they booked')
    await backToList(page)
    await expect(page).toHaveURL('/admin')
    await expect(row(page, /Opened/)).toHaveCount(2)
  })
  await test.step('a search covers all requests in every view; clearing it restores the view', async () => {
    await page.goto('/admin?view=past')
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('oto')
    await expect(row(page, 'Opened Oto')).toBeVisible()
    await expect(current).toHaveCount(0)
    await search.fill('')
    await expect(current).toHaveText('Past')
  })
  await test.step('the page counts requests hidden by a filter, and one press shows them', async () => {
    await page.goto('/admin?q=opened&type=booking')
    await expect(row(page, /Opened/)).toHaveText([/Oli/])
    await expect(page.getByText('1 more without the filter.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all 2' }).click()
    await expect(row(page, /Opened/)).toHaveText([/Oli/, /Oto/])
  })
})

test('a request opened during a refresh stays open, and the page does not reload @full', async ({
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
  // A slow connection, so that responses arrive during the presses.
  await page.route('/admin', async (route) => {
    if (!isRefresh(route.request())) return route.fallback()
    asked.push(route.request().url())
    waiting.add(route)
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.fulfill({ response })
    waiting.delete(route)
  })
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page).toHaveURL('/admin')
  await expectLive(page)
  await inquire(studio, { name: 'Steady Second' })
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const dialog = await openDialog(page, 'Steady Stella')
  await expect.poll(() => waiting.size).toBe(0)
  await expect(dialog).toBeVisible()
  expect(loaded, 'once, by the link').toHaveLength(1)
})
