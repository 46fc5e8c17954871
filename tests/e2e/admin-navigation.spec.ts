import { choose, expect, expectLive, inquire, openDialog, openRequest, requestPage, row, test } from './admin'
import { MONDAY, shareStudio, holdRequests } from './fixtures'

shareStudio({ now: MONDAY })

test('the hours are one press away from every page of the admin, wherever one has scrolled @full', async ({
  page,
}) => {
  const hours = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Hours' })
  const skip = page.getByRole('link', { name: 'Skip to content' })

  await test.step('past the header, by the first Tab', async () => {
    await page.goto('/admin')
    await expectLive(page)
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await skip.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  for (const width of [375, 1280]) {
    await test.step(`by a press, at any scroll position, at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 700 })
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(hours).toBeInViewport({ ratio: 1 })
      await hours.click()
      await expect(page.getByRole('heading', { name: 'Hours' })).toBeInViewport({ ratio: 1 })
      await expect(hours).toHaveAttribute('aria-current', 'page')
      await page.goto('/admin/settings')
    })
  }

  await test.step('past the header of the sign-in', async () => {
    await page.context().clearCookies()
    await page.goto('/login')
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
  })
})

test('the URL has a date and a filter chosen at once, and the date survives a reload @full', async ({
  page,
}) => {
  await page.goto('/admin?open=exceptions')
  await expectLive(page)
  const respond = await holdRequests(page, '/api/health*')
  await page.getByRole('button', { name: /^Monday 30 November 2026/ }).click()
  await choose(page, 'Type', 'Inquiries')
  respond()
  await expect(page).toHaveURL(/date=2026-11-30&view=all&type=inquiry/)
  await expect(page.getByRole('heading', { name: 'Monday 30 November 2026' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter 1' })).toBeVisible()

  await page.getByRole('button', { name: /^Monday 30 November 2026/ }).click() // a second press clears the choice
  const none = page.getByText('Please select a date to manage availability exceptions.')
  await expect(none).toBeVisible()
  await expect(page).toHaveURL(/date=&/)
  const again = await page.request.get(page.url())
  expect(await again.text()).toContain('Please select a date to manage availability exceptions.')
})

test('on a phone Back closes a dialog, leaves a request’s page, and keeps the list with its search @full', async ({
  page,
  studio,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  for (const name of ['Backward Bela', 'Backward Bo']) await inquire(studio, { name })
  const dialog = page.getByRole('dialog')
  const search = page.getByRole('searchbox', { name: 'Search' })
  const listed = /\/admin\?view=to_answer&q=backward$/
  await page.goto('/about')
  await page.goto('/admin?view=to_answer')
  await expectLive(page)
  await search.fill('backward')
  await expect(page).toHaveURL(listed)

  async function expectList() {
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(listed)
    await expect(search).toHaveValue('backward')
    await expect(row(page, /Backward/)).toHaveCount(2)
  }
  await test.step('a row’s dialog', async () => {
    await openDialog(page, 'Backward Bela')
    await expect(dialog).toContainText('Backward Bela')
    await page.goBack()
    await expectList()
  })
  await test.step('a request’s page, from list or strip; the list keeps its scroll position', async () => {
    await row(page, 'Backward Bo').scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    const request = await openRequest(page, 'Backward Bo')
    // After a change Back reads the list again, because the change loaded a new page.
    await request.getByRole('textbox', { name: 'Add a note' }).fill('Calls back')
    await request.getByRole('button', { name: 'Add note' }).click()
    await expect(request.getByRole('list', { name: 'Notes' })).toContainText('Calls back')
    await page.goBack()
    await expectList()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
    await page.getByRole('region', { name: 'To answer' }).getByRole('link', { name: 'Backward Bo' }).click()
    await expect(requestPage(page)).toContainText('Backward Bo')
    await requestPage(page).getByRole('link', { name: 'Requests', exact: true }).click()
    await expectList()
  })
  await test.step('Back reopens no dialog that was closed by hand', async () => {
    for (const name of ['Backward Bela', 'Backward Bo']) {
      await openDialog(page, name)
      await page.keyboard.press('Escape')
      await expectList()
    }
    await page.goBack()
    await expectList()
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })
})
