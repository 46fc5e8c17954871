import type { Page } from '@playwright/test'
import { book, chooseAction, expect, inquire, loseResponses, row, test, toast } from './admin'
import { shareStudio, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

const UPDATED = 'The site has been updated since you opened this page. Load it again to go on.'

/** From now on an Undo posts this instead of what its result had offered, or that made into something else. */
async function forge(page: Page, change: (next: unknown) => unknown): Promise<void> {
  await page.unrouteAll()
  await page.route('/admin**', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const [next] = JSON.parse(request.postData() ?? '[]') as unknown[]
    await route.continue({ postData: JSON.stringify([change(next)]) })
  })
}

/** Archives a message and presses Undo, which posts something else. */
async function undo(page: Page, name: string, change: (next: unknown) => unknown): Promise<void> {
  await chooseAction(page, name, 'Archive')
  const archived = toast(page, 'Success', 'Inquiry archived successfully')
  await expect(archived).toBeVisible()
  await forge(page, change)
  await archived.getByRole('button', { name: 'Undo' }).click()
}

test('what an Undo posts is checked like any press: unknown, altered, foreign or huge, it changes nothing @full', async ({
  page,
  studio,
}) => {
  const names = ['Archived Ana', 'Archived Bo', 'Archived Cy', 'Archived Di', 'Archived Ed']
  for (const name of names) await inquire(studio, { name })
  const isArchived = (name: string) => row(page, name).getByText('archived', { exact: true })
  await page.goto('/admin?view=all')
  await expect(row(page, 'Archived Ana')).toBeVisible()

  const input = (next: unknown) => (next as [string, object[]])[1]
  const forged = [
    ['Archived Ana', 'a name of an older site', (next: unknown) => ['restoreMessages', input(next)]],
    ['Archived Bo', 'a name that every object has', (next: unknown) => ['constructor', input(next)]],
    ['Archived Cy', 'an input that its schema does not take', () => ['restoreInquiries', [{ id: 1 }]]],
    ['Archived Di', 'no list at all', () => null],
    [
      'Archived Ed',
      'a hundred thousand',
      (next: unknown) => ['restoreInquiries', Array(300).fill(input(next)[0])],
    ],
  ] as const
  // One by its name and one by its input, but in a soak.
  for (const [name, what, change] of process.env.SOAK ? forged : forged.slice(1, 3))
    await test.step(what, async () => {
      await undo(page, name, change)
      await expect(toast(page, 'Error', UPDATED)).toBeVisible()
      await toast(page, 'Error', UPDATED).getByRole('button', { name: 'Close toast' }).click()
      await page.unrouteAll()
      await expect(isArchived(name)).toBeVisible()
    })

  await test.step('who has lost the role takes nothing back', async () => {
    await inquire(studio, { name: 'Archived Flo' })
    await page.goto('/admin?view=all')
    await chooseAction(page, 'Archived Flo', 'Archive')
    const archived = toast(page, 'Success', 'Inquiry archived successfully')
    await expect(archived).toBeVisible()
    await studio.sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role'`)
    await archived.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Only an admin may do this.')).toBeVisible()
    await studio.sql(`update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "admin"}'`)
    await page.goto('/admin?view=all')
    await expect(isArchived('Archived Flo')).toBeVisible()
  })
})

test('an Undo outlives a reload, is done once by two clicks, and comes back when its response is lost @full', async ({
  page,
  studio,
  complaints,
}) => {
  await book(studio, { name: 'Undone Una', date: '2026-12-16' })
  await page.goto('/admin?view=all')
  const confirmed = toast(page, 'Success', 'Booking confirmed successfully')
  // Also behind the request, which opens with the text for them.
  const isConfirmed = page
    .getByRole('row', { includeHidden: true })
    .filter({ hasText: 'Undone Una' })
    .getByText('confirmed', { exact: true })

  await test.step('the page is loaded again at once, as a new site makes it', async () => {
    await chooseAction(page, 'Undone Una', 'Confirm')
    await expect(confirmed).toBeVisible()
    await page.reload()
    await expect(confirmed.getByRole('button', { name: 'Undo' })).toBeVisible()
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    await confirmed.getByRole('button', { name: 'Undo' }).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await expect(isConfirmed).toHaveCount(0)
    expect(posts).toHaveLength(1)
  })

  await test.step('a lost response', async () => {
    await page.goto('/admin?view=all') // the request may be open, as it was when the page was loaded again
    await chooseAction(page, 'Undone Una', 'Confirm')
    await expect(isConfirmed).toBeVisible()
    await loseResponses(page)
    await confirmed.getByRole('button', { name: 'Undo' }).click()
    const unknown = page.getByText('We do not know yet whether it was undone')
    await expect(unknown).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(isConfirmed, 'it was undone').toHaveCount(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(toast(page, 'Success', 'Booking restored successfully')).toBeVisible()
    expect(complaints.splice(0).join(), 'the browser names what it lost').toContain('net::ERR_FAILED')
  })
})
