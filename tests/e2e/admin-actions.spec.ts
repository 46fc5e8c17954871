import type { Page } from '@playwright/test'
import {
  chooseAction,
  client,
  expect,
  expectLive,
  hold,
  inquire,
  isRefresh,
  loseResponses,
  openDialog,
  row,
  test,
  toast,
} from './admin'
import { MONDAY, shareStudio } from './fixtures'
import type { Studio } from '../studio'

shareStudio({ now: MONDAY })

const UNKNOWN = 'We do not know whether it was done.'

/** The status of the message by this name. */
async function statusOf(studio: Studio, name: string): Promise<string | undefined> {
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.from('inquiries').select('status').eq('name', name).throwOnError()
  return data[0]?.status
}

const archive = (page: Page, name: string) => chooseAction(page, name, 'Archive')
const archived = (page: Page) => toast(page, 'Success', 'Inquiry archived successfully')

/** Actions and their results, each on its own message. */
const cases: [what: string, act: (page: Page, name: string, studio: Studio) => Promise<void>][] = [
  [
    'done: said, with an Undo that two clicks do once',
    async (page, name, studio) => {
      await archive(page, name)
      await expect(archived(page)).toBeVisible()
      const posts: string[] = []
      page.on(
        'request',
        (request) => request.method() === 'POST' && !isRefresh(request) && posts.push(request.url()),
      )
      await archived(page)
        .getByRole('button', { name: 'Undo' })
        .evaluate((button: HTMLButtonElement) => {
          button.click()
          button.click()
        })
      await expect(toast(page, 'Success', 'Inquiry restored successfully')).toBeVisible()
      await expect(row(page, name)).toContainText('new')
      expect(posts).toHaveLength(1)
      expect(await statusOf(studio, name)).toBe('new')
    },
  ],
  [
    'offline: said, and done by Try again once there is a network',
    async (page, name) => {
      await page.context().setOffline(true)
      await archive(page, name)
      const failed = toast(page, 'Error', 'Failed to update inquiry status')
      await expect(failed).toContainText('The site could not be reached.')
      await page.context().setOffline(false)
      await failed.getByRole('button', { name: 'Try again' }).click()
      await expect(archived(page)).toBeVisible()
      await expect(row(page, name)).toContainText('archived')
    },
  ],
  [
    'the answer to an Undo is lost: it is offered again, since it can be done twice',
    async (page, name, studio) => {
      await archive(page, name)
      await expect(archived(page)).toBeVisible()
      await loseResponses(page)
      await archived(page).getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText(UNKNOWN)).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(toast(page, 'Success', 'Inquiry restored successfully')).toBeVisible()
      expect(await statusOf(studio, name)).toBe('new')
    },
  ],
  [
    'the site is away for a minute: said once, and read again by itself when it is back',
    async (page, name, studio) => {
      await page.clock.install({ time: MONDAY })
      await page.goto('/admin?view=all')
      await expectLive(page)
      await page.route(/\/(admin|api)/, (route) => route.abort())
      await archive(page, name)
      await expect(page.getByText(UNKNOWN)).toBeVisible()
      for (let second = 0; second < 60; second += 15) await page.clock.runFor(15_000)
      await expect(page.getByText(UNKNOWN)).toHaveCount(1)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.clock.runFor(20_000)
      await expect(page.getByText('The page shows how it stands.')).toBeVisible()
      await expect(row(page, name)).toContainText('new')
      expect(await statusOf(studio, name)).toBe('new')
    },
  ],
  [
    'left by Back while it runs: it is done, and said',
    async (page, name, studio) => {
      const dialog = await openDialog(page, name)
      const release = await hold(page)
      await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
      await page.goBack()
      await expect(dialog).toHaveCount(0)
      release()
      await expect(archived(page)).toBeVisible()
      await expect(row(page, name)).toContainText('archived')
      expect(await statusOf(studio, name)).toBe('archived')
    },
  ],
]

for (const [nth, [what, act]] of cases.entries())
  test(nth === 0 ? what : `${what} @full`, async ({ page, studio, complaints }) => {
    const name = 'Pressed Pia'
    await studio.sql(
      `delete from public.requests where id in (select id from public.inquiries where name = '${name}')`,
    )
    await inquire(studio, { name })
    await page.goto('/admin?view=all')
    await expectLive(page)
    await act(page, name, studio)
    complaints.length = 0 // the browser logs each request that failed
  })
