import type { Page } from '@playwright/test'
import { chooseAction, expect, inquire, row, test, toast } from './admin'
import { shareStudio, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

const UPDATED = 'The site has been updated since you opened this page. Load it again to go on.'

/** Makes every later Undo post this body, or the changed body of its result. */
async function forge(page: Page, change: (next: unknown) => unknown): Promise<void> {
  await page.unrouteAll()
  await page.route('/admin**', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    const [next] = JSON.parse(request.postData() ?? '[]') as unknown[]
    await route.continue({ postData: JSON.stringify([change(next)]) })
  })
}

/** Archives a message and presses an Undo that posts another body. */
async function undo(page: Page, name: string, change: (next: unknown) => unknown): Promise<void> {
  await chooseAction(page, name, 'Archive')
  const archived = toast(page, 'Success', 'Inquiry archived successfully')
  await expect(archived).toBeVisible()
  await forge(page, change)
  await archived.getByRole('button', { name: 'Undo' }).click()
}

test('the site checks an Undo’s post: an unknown, altered, foreign or huge one changes nothing @full', async ({
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
  // One post with a wrong name and one with a wrong input; all in a soak.
  for (const [name, what, change] of process.env.SOAK ? forged : forged.slice(1, 3))
    await test.step(what, async () => {
      await undo(page, name, change)
      await expect(toast(page, 'Error', UPDATED)).toBeVisible()
      await toast(page, 'Error', UPDATED).getByRole('button', { name: 'Close toast' }).click()
      await page.unrouteAll()
      await expect(isArchived(name)).toBeVisible()
    })

  await test.step('an admin who lost the role can undo nothing', async () => {
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
