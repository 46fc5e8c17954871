import type { Page } from '@playwright/test'
import {
  backToList,
  book,
  chooseAction,
  expect,
  expectLive,
  hold,
  holdRefresh,
  inquire,
  openRequest,
  requestPage,
  row,
  test,
  toast,
} from './admin'
import { MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

test('a press on a name opens the request while an action or a refresh is under way', async ({
  page,
  studio,
  complaints,
}) => {
  await book(studio, { name: 'Acted Ana', date: '2027-01-13' })
  await inquire(studio, { name: 'Pressed Pita', message: 'The words of Pita' })
  await page.goto('/admin?view=all')
  await expectLive(page)
  const confirmed = toast(page, 'Success', 'Booking confirmed successfully')

  await test.step('an action', async () => {
    const release = await hold(page)
    await chooseAction(page, 'Acted Ana', 'Confirm')
    await pressName(page, 'Pressed Pita')
    await expect(confirmed).toHaveCount(0)
    release()
    await expect(confirmed).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/requests\//)
    await page.unrouteAll()
    await backToList(page)
    await expect(row(page, 'Acted Ana')).toContainText('confirmed')
  })

  await test.step('a refresh, whose loss afterwards leads nowhere', async () => {
    const loaded: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()))
    const held = holdRefresh(page)
    await inquire(studio, { name: 'Arrived Aroha' })
    const refresh = await held
    await pressName(page, 'Pressed Pita')
    const lost = page.waitForEvent('requestfailed', (request) => request === refresh.request())
    await refresh.abort()
    await lost
    await backToList(page)
    await expect(row(page, 'Arrived Aroha')).toBeVisible()
    await expectLive(page)
    expect(loaded).toEqual([])
  })

  await test.step('an action overtakes a refresh too, and its sentence never contradicts the badge', async () => {
    const panel = (await openRequest(page, 'Pressed Pita')).getByRole('region', { name: 'What to do' })
    await expectLive(page)
    const held = holdRefresh(page)
    await inquire(studio, { name: 'Arrived Ari' })
    const refresh = await held
    const release = await hold(page)
    await expect(panel).toContainText('To answer: they wrote')
    await panel.getByRole('button', { name: 'More', exact: true }).click()
    const posted = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
    await posted
    await expect(requestPage(page).getByText('archived', { exact: true })).toBeVisible()
    await expect(panel).not.toContainText('To answer')
    release()
    await expect(toast(page, 'Success', 'Inquiry archived successfully')).toBeVisible()
    await expect(panel).toContainText('Nobody’s turn')
    await refresh.continue()
  })
  complaints.length = 0 // the browser logs the lost request
})

async function pressName(page: Page, name: string) {
  await row(page, name).getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/requests\//)
  await expect(requestPage(page)).toContainText(`The words of ${name.split(' ')[1]}`)
}
