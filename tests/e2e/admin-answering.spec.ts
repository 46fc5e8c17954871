import { devices, type Locator, type Page } from '@playwright/test'
import {
  answer,
  book,
  chooseAction,
  client,
  expect,
  expectLive,
  holdRefresh,
  inquire,
  loseRefreshes,
  openRequest,
  row,
  test,
  toast,
} from './admin'
import { shareStudio, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

/** The length of a person's press. */
const held = { delay: 110 }

/** SQL that creates unanswered messages, the first on top. */
const waiting = (tag: string, count: number) => `
  insert into public.inquiries (name, email, created_at)
  select '${tag} ' || to_char(n, 'FM00'), 'waiting@example.org', now() - n * interval '1 minute'
  from generate_series(1, ${count}) n;
  insert into public.request_events (request_id, revision, actor, kind, turn, at)
  select id, 0, 'visitor', 'wrote', 'asks', now() - interval '2 hours' + (now() - created_at)
  from public.inquiries where name like '${tag} %';
  select private.update_turn(id) from public.inquiries where name like '${tag} %';`
const nth = (tag: string, n: number) => `${tag} ${String(n).padStart(2, '0')}`
const nameIn = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name, exact: true })
/** The cell of a row beside its name: a press there opens the row’s dialog. */
const beside = (page: Page, name: string) =>
  row(page, name).getByRole('cell', { name: /^(Booking|Inquiry)$/ })

test.describe('in a list that empties during the work', () => {
  test('a held press acts on its own row; handled rows stay until the view is chosen again @full', async ({
    page,
    studio,
  }) => {
    test.slow()
    const presses = process.env.SOAK ? 10 : 3
    await studio.sql(waiting('Queue', presses + 6))
    await page.goto('/admin?view=to_answer')
    await expectLive(page)
    const dialog = page.getByRole('dialog')
    const shown = page.getByRole('table').getByRole('link', { name: /^Queue/ })
    const names = Array.from({ length: presses + 6 }, (_, index) => nth('Queue', index + 1))
    for (const name of names.slice(0, presses)) {
      await beside(page, name).click(held)
      await expect(dialog).toContainText(name)
      await dialog.getByRole('button', { name: 'Archive', exact: true }).click(held)
      await expect(dialog).toBeHidden()
      await expect(row(page, name)).toContainText('archived')
      await expect(nameIn(page, name)).toBeFocused()
    }
    await expect(shown).toHaveText(names)
    await expect(page.getByRole('navigation', { name: 'Pages' }), 'counts follow').toContainText('1–6 of 6')

    await test.step('no row comes or goes while a pointer is down', async () => {
      await beside(page, nth('Queue', presses + 3)).hover()
      await page.mouse.down()
      await inquire(studio, { name: 'Queue new' })
      await studio.sql(
        `update public.inquiries set status = 'archived' where name = '${nth('Queue', presses + 2)}'`,
      )
      await expect(views(page), 'what is counted follows at once').toHaveText(await counted(studio))
      await page.mouse.up()
      await expect(dialog).toContainText(nth('Queue', presses + 3))
      await page.keyboard.press('Escape')
      await expect(row(page, 'Queue new')).toBeVisible()
      await expect(row(page, nth('Queue', presses + 2)), 'a colleague has done that').toHaveCount(0)
    })
    await test.step('no row comes or goes for a second after that', async () => {
      await page.evaluate(() => {
        const seen: string[] = []
        Object.assign(window, { seen })
        document.addEventListener('pointerup', () => setTimeout(() => seen.push('a second passed'), 990))
        const table = document.querySelector('[aria-label="Bookings and inquiries"] tbody') as Element
        new MutationObserver(() => seen.push('a row came')).observe(table, { childList: true })
      })
      await page.getByRole('heading', { name: 'Bookings & Inquiries Management' }).click(held)
      await inquire(studio, { name: 'Queue later' })
      await expect(row(page, 'Queue later')).toBeVisible()
      const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
      expect(seen.slice(0, 2)).toEqual(['a second passed', 'a row came'])
    })
    await test.step('choosing the view again, or another order, shows the server’s list', async () => {
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'To answer' }).click()
      await expect(nameIn(page, nth('Queue', 1))).toHaveCount(0)
      await chooseAction(page, nth('Queue', presses + 4), 'Archive')
      await expect(row(page, nth('Queue', presses + 4))).toContainText('archived')
      await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click(held)
      await expect(row(page, nth('Queue', presses + 4))).toHaveCount(0)
    })
  })

  test('on a phone a long tap opens its own row, and nothing covers a menu @full', async ({
    otherBrowser,
    adminState,
    studio,
  }) => {
    await studio.sql(waiting('Tapped', 12))
    const { userAgent } = devices['Pixel 7']
    const page = await otherBrowser({
      ...{ userAgent, isMobile: true, hasTouch: true },
      viewport: { width: 375, height: 812 },
      storageState: adminState,
      reducedMotion: 'reduce',
    })
    await page.goto('/admin?view=to_answer&q=tapped')
    await expectLive(page)
    const dialog = page.getByRole('dialog')
    for (let n = 1; n <= (process.env.SOAK ? 2 : 1); n++) {
      const name = nth('Tapped', n)
      await expect(nameIn(page, name)).toBeVisible()
      // Another visitor's request arrives while the finger is down.
      const arrival = await refreshDuring(page, () => inquire(studio, { name: `Tapped between ${n}` }))
      await tap(page, beside(page, name), arrival)
      await expect(dialog).toContainText(name)
      await tap(page, dialog.getByRole('button', { name: 'Archive', exact: true }))
      await expect(dialog).toBeHidden()
      await expect(row(page, name)).toContainText('archived')
      await expect(row(page, `Tapped between ${n}`)).toBeVisible()
    }
    await expect(row(page, nth('Tapped', 4))).toContainText('left')
    await chooseAction(page, nth('Tapped', 4), 'Mark as replied')
    await expect(row(page, nth('Tapped', 4))).toContainText('replied')
    await expect(row(page, nth('Tapped', 4)), 'it does not wait any more').not.toContainText('left')
  })
})

/** The count of unanswered requests in the view's link. */
const views = (page: Page) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'To answer' })
async function counted(studio: Parameters<typeof inquire>[0]) {
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.rpc('count_views').throwOnError()
  return `To answer${(data as { to_answer: number }).to_answer}`
}

/**
 * Holds the response of the refresh that `cause` leads to. Returns a function that releases it and resolves after it.
 */
async function refreshDuring(page: Page, cause: () => Promise<unknown>) {
  const held = holdRefresh(page)
  await cause()
  const route = await held
  const response = await route.fetch()
  return async () => {
    // Not until it is finished: Playwright sometimes waits for ever for that.
    const arrival = page.waitForResponse((one) => one.request() === route.request())
    await route.fulfill({ response })
    await arrival
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

/** Holds a touch on the element while `meanwhile` runs. */
async function tap(page: Page, target: Locator, meanwhile = () => Promise.resolve()) {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('It has gone.')
  const touch = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await meanwhile()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

/** The Undo of a message. */
const undo = (page: Page, said: string) => toast(page, 'Success', said).getByRole('button', { name: 'Undo' })

test('confirming a call that its visitor cancelled asks first, with their reason, and has an Undo', async ({
  page,
  studio,
}) => {
  const { id } = await book(studio, { name: 'Wrong Greta', date: '2027-01-22' })
  const visitor = await client(studio)
  await visitor
    .rpc('cancel_managed_booking', {
      p_site_key: studio.siteKey ?? '',
      p_id: id,
      p_link_version: 1,
      p_seen_sequence: 0,
      p_reason: 'The shop is sold.',
    })
    .throwOnError()
  await page.goto('/admin?q=wrong')
  const question = page.getByRole('alertdialog', { name: 'Confirm what the visitor cancelled?' })
  await chooseAction(page, 'Wrong Greta', 'Confirm')
  await expect(question).toContainText('Wrong Greta')
  await expect(question).toContainText('The shop is sold.')
  await expect(question.getByRole('button', { name: 'Leave it cancelled' })).toBeFocused()
  await answer(page, 'Leave it cancelled')
  await chooseAction(page, 'Wrong Greta', 'Confirm')
  await answer(page, 'Confirm booking')
  await expect(row(page, 'Wrong Greta')).toContainText('confirmed')
  await undo(page, 'Booking confirmed successfully').click()
  await expect(row(page, 'Wrong Greta')).toContainText('cancelled')
  const record = await openRequest(page, 'Wrong Greta')
  await expect(record).toContainText('Cancelled becauseThe shop is sold.')
})

test('after a batch Undo changes back only the rows that changed; failed rows stay selected @full', async ({
  page,
  studio,
  complaints,
}) => {
  const names = ['Partly Pia', 'Partly Pou', 'Partly Pam']
  const ids = []
  for (const [nth, name] of names.entries())
    ids.push((await book(studio, { name, date: '2027-01-21', nth })).id)
  await page.goto('/admin?q=partly&sort=name')
  await expectLive(page)
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await page.getByRole('checkbox', { name: /^Select all/ }).click()
  // The page gets no events of other people's changes, as after a lost connection.
  await loseRefreshes(page)
  const other = await client(studio, studio.people.admin)
  await other
    .from('bookings')
    .update({ status: 'cancelled' })
    .eq('id', ids[2] ?? '')
    .throwOnError()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Confirm' }).click()
  const said = page.getByText(
    '2 bookings confirmed successfully. Partly Pam: It was changed meanwhile. The list now shows its latest status.',
  )
  await expect(said).toBeVisible()
  await expect(row(page, 'confirmed')).toHaveCount(2)
  await expect(select('Partly Pam')).toBeChecked()
  for (const name of names.slice(0, 2)) await expect(select(name)).not.toBeChecked()

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await toast(page, 'Error', 'Failed to update booking status').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Success', '2 bookings restored successfully')).toBeVisible()
  await expect(row(page, 'pending')).toHaveCount(2)
  await expect(row(page, 'Partly Pam')).toContainText('cancelled')
  complaints.length = 0 // the browser logs each read that was cut off
})
