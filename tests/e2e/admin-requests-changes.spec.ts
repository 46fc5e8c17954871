import { requestPath } from '@/lib/paths'
import {
  address,
  answer,
  book,
  chooseAction,
  chooseVerb,
  client,
  closeToasts,
  expect,
  expectLive,
  expectToast,
  inquire,
  isRefresh,
  hold,
  loseResponses,
  backToList,
  openDialog,
  openRequest,
  requestPage,
  row,
  test,
  toast,
} from './admin'
import { shareStudio, MONDAY } from './fixtures'

/** The message for a lost response. */
const UNKNOWN = 'We do not know whether it was done.'

shareStudio({ now: MONDAY })

test('a cancellation needs a yes; its Undo restores the call, but books no time twice', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Ngaire Hook', date: '2026-12-16' })
  const names = ['Many Mia', 'Many Max', 'Many Moe']
  for (const [nth, name] of names.entries()) await book(studio, { name, date: '2027-01-20', nth })
  await inquire(studio, { name: 'Many Ida' })
  await studio.sql(`update public.bookings set status = 'confirmed' where name like 'Many%'`)
  await page.goto('/admin?sort=-name')
  const dialog = page.getByRole('dialog', { name: 'Booking' })

  await test.step('the question can be closed, in the menu and in the dialog', async () => {
    await chooseAction(page, 'Ngaire Hook', 'Cancel booking')
    await answer(page, 'Keep booking')
    await expect(
      row(page, 'Ngaire Hook').getByRole('button', { name: 'Actions for Ngaire Hook' }),
    ).toBeFocused()
    await openDialog(page, 'Ngaire Hook')
    for (const text of ['Wed 16 Dec 2026', '9:00 AM – 9:30 AM', 'pending'])
      await expect(dialog).toContainText(text)
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Cancel this booking?' })).toContainText('Ngaire Hook')
    await expect(page.getByRole('button', { name: 'Keep booking' }), 'the safe answer').toBeFocused()
    await answer(page, 'Keep booking')
    await expect(dialog).toContainText('pending')
  })
  await test.step('the message restores a cancelled call', async () => {
    const sentence = page.getByLabel('A sentence to them (optional)')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await sentence.fill('We are ill, and sorry.')
    await answer(page, 'Cancel booking')
    await expect(dialog).toHaveCount(0)
    const undo = toast(page, 'Success', 'Booking cancelled successfully')
    await undo.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Success', 'Booking restored successfully')
    await expect(row(page, 'Ngaire Hook')).toContainText('pending')
    await chooseAction(page, 'Ngaire Hook', 'Cancel booking')
    await expect(sentence, 'the Undo gives back what was typed').toHaveValue('We are ill, and sorry.')
    await answer(page, 'Keep booking')
  })
  await test.step('several requests of one kind change at once', async () => {
    const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
    const bar = page.getByRole('group', { name: 'Selected rows' })
    await page.getByRole('checkbox', { name: /^Select all/ }).click()
    await expect(bar).toContainText('4 bookings selected')
    await expect(select('Many Ida'), 'rows of another kind do not go with them').toBeDisabled()
    await expect(select('Many Ida')).not.toBeChecked()
    await select('Ngaire Hook').click()
    await bar.getByRole('button', { name: 'Cancel bookings' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Cancel 3 bookings?' })).toBeVisible()
    await answer(page, 'Cancel 3 bookings')
    await expect(row(page, 'cancelled')).toHaveCount(3)
    await expect(bar).toHaveCount(0)
    const said = toast(page, 'Success', '3 bookings cancelled successfully')
    await expect(said.getByRole('button', { name: 'Texts for them' })).toBeVisible()
  })
  await test.step('no taken time is booked twice, and the message names the calls that were not restored', async () => {
    await book(studio, { name: 'Taker Tane', date: '2027-01-20', nth: 2 }) // Max’s
    const undo = toast(page, 'Success', '3 bookings cancelled successfully')
    await undo.getByRole('button', { name: 'Undo' }).click()
    const said = '2 bookings restored successfully. Many Max: Another booking has taken its time.'
    await expect(page.getByText(said)).toBeVisible()
    await expectToast(page, 'Error', 'Failed to update booking status')
    expect(studio.siteLog(), 'no names in the log').not.toContain('Many Max')
    await expect(row(page, 'Many Max')).toContainText('cancelled')
    await expect(row(page, 'Many Mia')).toContainText('confirmed')
  })
})

test('a new status shows at once, is sent once, and reverts if it could not be stored @full', async ({
  page,
  studio,
  complaints,
}) => {
  await inquire(studio, { name: 'Slow Sina' })
  await inquire(studio, { name: 'Next Nikau' })
  await studio.sql(`update public.inquiries set status = 'archived' where name = 'Slow Sina'`)
  await page.goto('/admin?view=all')
  const dialog = page.getByRole('dialog')
  let posts = 0
  page.on('request', (request) => (posts += Number(request.method() === 'POST' && !isRefresh(request))))

  await test.step('a double click changes it once, and open parts stay open', async () => {
    const release = await hold(page)
    await openDialog(page, 'Slow Sina')
    await expect(dialog).toContainText('archived')
    await dialog.getByRole('button', { name: 'Mark as read' }).dblclick()
    await expect(dialog, 'at once').toContainText('read')
    await page.keyboard.press('Escape')
    await openDialog(page, 'Next Nikau')
    release()
    await expectToast(page, 'Success', 'Inquiry read successfully')
    await expect(dialog).toContainText('Next Nikau')
    expect(posts).toBe(1)
    await page.unroute('/admin**')
  })

  await test.step('if the server refuses it the dialog stays, and the log says why', async () => {
    studio.proxy.set('refused', 'PATCH /rest/v1/inquiries')
    await dialog.getByRole('button', { name: 'Mark as read' }).click()
    await expectToast(page, 'Error', 'Failed to update inquiry status')
    expect(studio.siteLog()).toContain('admin: Failed to update inquiry status')
    await expect(dialog, 'the dialog stays').toContainText('new')
    studio.proxy.set('none')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/admin?view=all')
  })

  await test.step('if the connection breaks the row shows the stored status', async () => {
    await page.route('/api/health*', (route) => route.abort())
    const release = await hold(page, 'abort')
    await chooseAction(page, 'Next Nikau', 'Mark as read')
    await expect(row(page, 'Next Nikau'), 'at once').toContainText('read')
    release()
    await expect(row(page, 'Next Nikau'), 'taken back').toContainText('new')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(page.getByText('The page shows how it stands.')).toBeVisible()
    await closeToasts(page)
    await expect(page.getByText(UNKNOWN)).toHaveCount(0)
  })

  await test.step('if only the response is lost, the page claims no failure and shows the stored status', async () => {
    await loseResponses(page)
    await chooseAction(page, 'Next Nikau', 'Mark as read')
    await expect(page.getByText(UNKNOWN)).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(page.getByText('The page shows how it stands.')).toBeVisible()
    await expect(row(page, 'Next Nikau')).toContainText('read')
    await closeToasts(page)
  })
  complaints.length = 0 // the browser logs each request that failed
})

test('an admin who presses again after a lost response changes a request once @full', async ({
  page,
  studio,
  complaints,
}) => {
  const { id: call } = await book(studio, { name: 'Twice Tui', date: '2026-12-18' })
  await studio.sql(
    `update public.bookings set status = 'confirmed', date = '2026-11-20' where name = 'Twice Tui'`,
  )
  const { id: asked } = await inquire(studio, { name: 'Twice Toroa' })
  const admin = await client(studio, studio.people.admin)
  const kindsOf = async (id: string) => {
    const { data } = await admin
      .from('request_events')
      .select('kind')
      .match({ request_id: id, actor: studio.people.admin.email })
      .order('revision')
      .throwOnError()
    return data.map(({ kind }) => kind)
  }
  /** Presses, runs `meanwhile`, and presses again before the page reads either result. */
  const pressTwice = async (press: () => Promise<void>, meanwhile?: () => PromiseLike<unknown>) => {
    const lost = page.getByText(UNKNOWN)
    await expect(lost).toHaveCount(0)
    await loseResponses(page)
    await press()
    await expect(lost).toHaveCount(1)
    await meanwhile?.()
    await press()
    await expect(lost).toHaveCount(2)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Each of the two toasts reads the page, and one closed before would come back.
    await expect(page.getByText('The page shows how it stands.')).toHaveCount(2)
    await closeToasts(page)
  }
  await page.goto(`/admin/requests/${call}`)
  await expectLive(page)
  await pressTwice(() => page.getByRole('button', { name: 'I take it' }).click())
  expect(await kindsOf(call)).toEqual(['owner'])
  await pressTwice(() => page.getByRole('button', { name: 'Held' }).click())
  expect(await kindsOf(call)).toEqual(['owner', 'outcome'])
  await expect(page.getByRole('button', { name: 'Held' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Held' }).click()
  await expect
    .poll(() => kindsOf(call), 'a press on what the page shows now')
    .toEqual(['owner', 'outcome', 'outcome'])

  // A press from before a new question does not answer it.
  await page.goto(`/admin/requests/${asked}`)
  await expectLive(page)
  await pressTwice(
    () => chooseVerb(page, 'I answered another way'),
    () => admin.rpc('set_answered', { p_request_id: asked, p_answered: false }).throwOnError(),
  )
  expect(await kindsOf(asked)).toEqual(['elsewhere', 'asked'])
  complaints.length = 0 // the browser logs each request that failed
})

test('an admin reads changes made meanwhile, and overwrites nothing unseen @full', async ({
  page,
  studio,
  complaints,
}) => {
  const [visitor, other] = [await client(studio), await client(studio, studio.people.admin)]
  const moana = await book(studio, { name: 'Moving Moana', date: '2026-12-18' })
  const sione = await book(studio, { name: 'Shared Sione', date: '2026-12-17' })
  await page.goto('/admin')
  await expectLive(page)
  // Until a press, the page gets no events of other people's changes, as after a lost connection.
  const cutOff = () => page.route('/api/health*', (route) => route.abort())
  await cutOff()
  const dialog = page.getByRole('dialog')
  const told = page.getByText('It was changed meanwhile. The list now shows its latest status.')

  await test.step('an admin does not confirm a call for an unseen new time', async () => {
    await openDialog(page, 'Moving Moana')
    await expect(dialog).toContainText('9:00 AM')
    const { data: free } = await visitor
      .rpc('get_available_slots_for_date', { p_date: '2026-12-18' })
      .throwOnError()
    await visitor
      .rpc('move_managed_booking', {
        p_site_key: studio.siteKey ?? '',
        p_id: moana.id,
        p_link_version: 1,
        p_seen_sequence: 0,
        p_date: '2026-12-18',
        p_time_slot_id: free[2]?.id ?? '',
      })
      .throwOnError()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const question = page.getByRole('alertdialog', { name: 'It was changed since you read it' })
    await expect(question).toContainText(/The visitor moved it from .*9:00 AM to .*10:30 AM/)
    await question.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(dialog).toContainText('Time10:30 AM – 11:00 AM')
    await expect(dialog).toContainText('pending')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('a call that another admin cancels stays cancelled', async () => {
    await openDialog(page, 'Shared Sione')
    await expect(dialog).toContainText('pending')
    await cutOff()
    await other.from('bookings').update({ status: 'cancelled' }).eq('id', sione.id).throwOnError()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(told).toBeVisible()
    await expect(dialog, 'with the latest status').toContainText('cancelled')
    await expectToast(page, 'Error', 'Failed to update booking status')
    const { data } = await other.from('bookings').select('status').eq('id', sione.id).single().throwOnError()
    expect(data.status).toBe('cancelled')
  })
  complaints.length = 0 // the browser logs each read that was cut off
})

test('erasing a person’s data clears all their requests; the booked time stays', async ({ page, studio }) => {
  const email = 'forget.me@example.org'
  await book(studio, { name: 'Forget Me', email, date: '2026-12-21', message: 'secret' })
  await inquire(studio, { name: 'Forget Me Too', email: 'Forget.Me@example.org', message: 'secret' })
  await page.goto('/admin?view=all')
  const dialog = await openRequest(page, 'Forget Me Too')
  await dialog.getByRole('button', { name: 'Erase personal data' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('all 2 requests')
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
  await answer(page, 'Keep')
  await dialog.getByRole('button', { name: 'Erase personal data' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('A call of theirs is still ahead: Mon 21 Dec 2026, 9:00 AM.')
  await question.getByRole('checkbox', { name: 'Cancel it as well' }).uncheck()
  await answer(page, 'Erase now')
  await expectToast(page, 'Success', 'Personal data erased from 2 requests')
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Erased')
  await backToList(page)
  await expect(row(page, 'Forget Me')).toHaveCount(0)
  await expect(row(page, 'Mon 21 Dec')).toContainText('Erased')

  await test.step('the booked time of an erased person can be cancelled, not confirmed or answered', async () => {
    const booked = row(page, 'Mon 21 Dec')
    await booked.getByRole('button', { name: 'Actions for Erased' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Details', 'Cancel booking'])
    await page.keyboard.press('Escape')
    await booked.getByRole('checkbox').check()
    const selection = page.getByRole('group', { name: 'Selected rows' })
    await expect(selection.getByRole('button', { name: 'Cancel booking' })).toBeEnabled()
    await expect(selection.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await selection.getByRole('button', { name: 'Clear selection' }).click()
  })

  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.rpc('get_all_slots_for_date', { p_date: '2026-12-21' })
  expect(data?.[0]).toMatchObject({ start_time: '09:00', is_booked: true })
  const left = JSON.stringify([await admin.from('bookings').select(), await admin.from('inquiries').select()])
  expect(left).not.toMatch(/forget|secret/i)
})

test('failed reads of one page share one message, and the page keeps its content @full', async ({
  page,
  studio,
}) => {
  await inquire(studio, { name: 'Steady Stan' })
  studio.proxy.set('500', 'GET /rest/v1/')
  await page.goto('/admin?open=availability,exceptions,recurring')
  const said = toast(page, 'Error', 'Failed to load admin data.')
  await expect(said).toBeVisible()
  await expect(page.getByText(/^Failed to/), 'one message').toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toHaveCount(0)
  for (const sentence of [
    'Failed to fetch bookings',
    'Failed to fetch availability exceptions.',
    'Failed to fetch recurring availability.',
    'Failed to fetch time slots.',
    'Failed to fetch time slot presets.',
  ])
    expect(studio.siteLog()).toContain(`admin: ${sentence}`)
  await expect(page.getByLabel('Default duration'), 'without presets').toContainText('90 min')
  await said.getByRole('button', { name: 'Retry' }).click()
  await expect(said, 'another try that does not help says so').toBeVisible()

  studio.proxy.set('500', 'GET /rest/v1/recurring_availability?')
  await said.getByRole('button', { name: 'Retry' }).click()
  const one = 'Failed to fetch recurring availability.'
  await expect(toast(page, 'Error', one)).toBeVisible()
  await expect(page.getByRole('main').getByText(one)).toBeVisible()
  await expect(page.getByText('No times')).toHaveCount(0)
  await expect(row(page, 'Steady Stan')).toBeVisible()
  studio.proxy.set('none')
  await toast(page, 'Error', one).getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)

  const bookings = 'Failed to fetch bookings'
  studio.proxy.set('500', 'GET /rest/v1/bookings?')
  await page.reload()
  await expect(toast(page, 'Error', bookings), 'all that failed is of one table').toBeVisible()
  studio.proxy.set('none')
  await expect(page.getByText(/^Failed to/), 'the next refresh takes it away').toHaveCount(0)

  const waiting = page.getByRole('region', { name: 'To answer' }).getByRole('listitem')
  const waited = await waiting.count()
  studio.proxy.set('500', 'GET /rest/v1/admin_requests')
  await inquire(studio, { name: 'Unseen Una' })
  await expect(said).toBeVisible()
  expect(studio.siteLog()).toContain('admin: Failed to load admin data.')
  await expect(page.getByText('No records found')).toHaveCount(0)
  await expect(row(page, 'Steady Stan'), 'what was on the screen').toBeVisible()
  expect(waited).toBeGreaterThan(0)
  await expect(waiting).toHaveCount(waited)
  studio.proxy.set('none')
  await said.getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, 'Unseen Una')).toBeVisible()
  await expect(said, 'it is over').toHaveCount(0)
})

test('an open request shows another admin’s move and erasure, and keeps typed text @full', async ({
  page,
  studio,
}) => {
  const { id } = await book(studio, { name: 'Followed Fetu', date: '2027-01-12' })
  const other = await client(studio, studio.people.admin)
  const shown = requestPage(page)
  await page.goto(requestPath(id))
  await expectLive(page)
  await shown.getByLabel('Add a note').fill('Half a thought')
  await other
    .rpc('move_booking', {
      ...{ p_booking_id: id, p_seen: { status: 'pending', date: '2027-01-12', start_time: '09:00' } },
      ...{ p_date: '2027-01-13', p_start_time: '10:00', p_end_time: '10:30' },
    })
    .throwOnError()
  await expect(shown).toContainText('Wed 13 Jan 2027, 10:00 – 10:30 AM')
  await expect(shown.getByLabel('Add a note')).toHaveValue('Half a thought')
  await other.rpc('erase_person', { p_email: address('Followed Fetu') }).throwOnError()
  await expect(shown.getByRole('heading', { name: 'Erased', level: 2 })).toBeVisible()
  await expect(shown).not.toContainText('Followed Fetu')
  await expect(shown.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
})

test('a request’s page keeps its content and a typed note when a refresh fails, and Retry loads it @full', async ({
  page,
  studio,
}) => {
  const { id } = await inquire(studio, { name: 'Kept Kahu', message: 'Every word of it' })
  const shown = requestPage(page)
  const sentence = 'Failed to fetch inquiries'
  const refresh = () => page.evaluate(() => dispatchEvent(new Event('online')))
  await page.goto(requestPath(id))
  await expectLive(page)
  await shown.getByLabel('Add a note').fill('Half a thought')
  studio.proxy.set('500', 'GET /rest/v1/inquiries')
  await refresh()
  await expect(shown.getByText(sentence)).toBeVisible()
  await expect(shown).toContainText('Every word of it')
  await expect(shown.getByLabel('Add a note')).toHaveValue('Half a thought')
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toHaveCount(0)
  studio.proxy.set('none')
  await shown.getByRole('button', { name: 'Retry' }).click()
  await expect(shown.getByText(sentence)).toHaveCount(0)
  await expect(shown.getByLabel('Add a note')).toHaveValue('Half a thought')

  studio.proxy.set('500', 'GET /rest/v1/inquiries')
  await page.reload()
  await expect(shown.getByText(sentence)).toBeVisible()
  studio.proxy.set('none')
  await shown.getByRole('button', { name: 'Retry' }).click()
  await expect(shown).toContainText('Every word of it')
  await expect(toast(page, 'Error', sentence)).toHaveCount(0)
})

test('a letter does not go out without its link while that cannot be read @full', async ({
  page,
  studio,
}) => {
  const { id } = await book(studio, { name: 'Linked Lagi', date: '2027-01-14' })
  const shown = requestPage(page)
  studio.proxy.set('500', 'rpc/get_link_version')
  await page.goto(requestPath(id))
  await expect(toast(page, 'Error', 'Failed to load admin data.')).toBeVisible()
  await shown.getByRole('button', { name: /^Propose/ }).click()
  await expect(
    shown.getByText('Their link could not be read. The letter cannot go out without it.'),
  ).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Copy text' })).toBeHidden()
  studio.proxy.set('none')
  await shown.getByRole('button', { name: 'Retry' }).click()
  await expect(shown.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await expect(shown.getByRole('link', { name: 'Open in mail program' })).toHaveAttribute(
    'href',
    /booking%2Fmanage%2F/,
  )

  await test.step('a failed read without a place on the page has its Retry in the message', async () => {
    studio.proxy.set('500', 'rpc/count_views')
    await page.reload()
    const said = toast(page, 'Error', 'Failed to load admin data.')
    await expect(said).toBeVisible()
    studio.proxy.set('none')
    await said.getByRole('button', { name: 'Retry' }).click()
    await expect(said).toHaveCount(0)
  })
})

test('a page whose times cannot be read keeps its content and its drafts @full', async ({ page, studio }) => {
  studio.proxy.set('500', 'slots') // fails the week's slots, and later the date's
  await page.goto('/admin?open=exceptions,recurring')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('Stan')
  const said = toast(page, 'Error', 'Failed to load admin data.')
  await expect(said).toBeVisible()
  await expect(page.getByText(/^Failed to/), 'one message').toHaveCount(1)
  studio.proxy.set('none')
  await said.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)
  await expect(search).toHaveValue('Stan')
})

test('while the backend is away the page says so instead of sending the admin to the sign-in @full', async ({
  request,
  studio,
}) => {
  const site = await studio.anotherSite() // a new site has not read the keys yet
  const open = () => request.get(`${site.url}/admin`, { maxRedirects: 0 })
  studio.proxy.set('down')
  const away = await open()
  expect(away.status()).toBe(200)
  expect(await away.text()).not.toContain('/login')
  studio.proxy.set('none')
  expect(await (await open()).text()).toContain('Welcome, ')
  await site.close()
})
