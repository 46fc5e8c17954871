import type { Page } from '@playwright/test'
import {
  book,
  chooseAction,
  client,
  closeToasts,
  expect,
  expectLive,
  hold,
  inquire,
  isRefresh,
  loseRefreshes,
  loseResponses,
  openDialog,
  row,
  test,
  toast,
} from './admin'
import { createAdmin } from '@/scripts/admin-create'
import { deploy } from './booking'
import { MONDAY, setStudioClock, shareStudio, signIn } from './fixtures'
import type { Studio } from '../studio'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

/** An admin for this file only, so that ending this session ends no session of other files. */
const tane = { email: 'tane@studio.test', password: 'kauri-in-the-south-wind' }
const UNKNOWN = 'We do not know whether it was done.'

test.beforeAll(({ studio }) =>
  createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, tane.email, tane.password),
)

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
    'a colleague was first: it asks, over the page as it is now',
    async (page, name, studio) => {
      await loseRefreshes(page)
      const colleague = await client(studio, tane)
      await colleague.from('inquiries').update({ status: 'read' }).eq('name', name).throwOnError()
      await archive(page, name)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const question = page.getByRole('alertdialog', { name: 'It was changed since you read it' })
      await question.getByRole('button', { name: 'Archive all the same' }).click()
      await expect(archived(page)).toBeVisible()
      await expect(row(page, name)).toContainText('archived')
    },
  ],
  [
    'the database refuses: it failed, and the row is as it was',
    async (page, name, studio) => {
      studio.proxy.set('refused', 'PATCH /rest/v1/inquiries')
      await archive(page, name)
      await expect(toast(page, 'Error', 'Failed to update inquiry status')).toBeVisible()
      await expect(row(page, name)).toContainText('new')
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
    'the answer is lost before anything is written: not known, then the page shows it',
    async (page, name, studio) => {
      await page.route('**/api/health*', (route) => route.abort())
      const release = await hold(page, 'abort')
      await archive(page, name)
      release()
      await expect(page.getByText(UNKNOWN)).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await expect(page.getByText('The page shows how it stands.')).toBeVisible()
      await expect(row(page, name)).toContainText('new')
      expect(await statusOf(studio, name)).toBe('new')
    },
  ],
  [
    'it is lost after it is written: not known, then the page shows it',
    async (page, name, studio) => {
      await loseResponses(page)
      await archive(page, name)
      await expect(page.getByText(UNKNOWN)).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await expect(page.getByText('The page shows how it stands.')).toBeVisible()
      await expect(row(page, name)).toContainText('archived')
      expect(await statusOf(studio, name)).toBe('archived')
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
    'a new build: only loading the page again helps, and it says so',
    async (page, name, studio) => {
      await deploy(page)
      await archive(page, name)
      await expect(
        toast(page, 'Error', 'The site has been updated since you opened this page. Load it again to go on.'),
      ).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.getByRole('button', { name: 'Reload' }).click()
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

test('a wrong field shows its error and gets the focus, without a refresh of the page @full', async ({
  page,
}) => {
  await page.goto('/admin/hours?open=availability')
  await expectLive(page)
  await page.getByRole('button', { name: 'Save availability' }).click()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
  await closeToasts(page)
})

test('an admin whose session ended elsewhere gets to the sign-in at a press, with the way back', async ({
  otherBrowser,
  studio,
  complaints,
}) => {
  await book(studio, { name: 'Ended Ema', date: '2027-01-06' })
  const page = await otherBrowser({ reducedMotion: 'reduce' })
  await setStudioClock(page.context(), MONDAY)
  await signIn(page, tane)
  await expectLive(page)
  await studio.sql(
    `delete from auth.sessions where user_id = (select id from auth.users where email = '${tane.email}')`,
  )
  await chooseAction(page, 'Ended Ema', 'Confirm')
  await page.waitForURL(/\/login\?next=%2Fadmin/)
  await expect(page.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
  complaints.length = 0 // the browser logs each 401
})
