import {
  book,
  closeToasts,
  expect,
  inquire,
  loseResponses,
  backToList,
  chooseVerb,
  openRequest,
  requestPage,
  row,
  test,
  toast,
} from './admin'
import { shareStudio, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

/** Lets hours pass since the last act on this request. */
const pass = (table: 'bookings' | 'inquiries', name: string, span: string) => `
  update public.request_events set at = at - interval '${span}', waits_until = waits_until - interval '${span}'
  where request_id = (select id from public.${table} where name = '${name}');
  select private.update_turn(id) from public.${table} where name = '${name}'`

test('list, header and tab show the hours left for a request until it is answered', async ({
  page,
  studio,
}) => {
  await inquire(studio, { name: 'Late Lena' })
  await inquire(studio, { name: 'Early Eli' })
  await studio.sql(pass('inquiries', 'Late Lena', '26 hours 20 minutes'))
  await page.goto('/admin?view=to_answer')
  const strip = page.getByRole('region', { name: 'To answer' })
  await expect(strip).toContainText(/All 2.*1 overdue/)
  await expect(page).toHaveTitle(/^\(2\) /)
  const names = page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: /Lena|Eli/ })
  await expect(names).toHaveText([/Late Lena.*They wrote, 2 h over/, /Early Eli.*(23 h|24 h) left/])

  const dialog = await openRequest(page, 'Late Lena')
  await expect(dialog).toContainText('To answer: they wrote · 2 h oversince 22 Nov 2026')
  const press = (name: string) => chooseVerb(page, name)
  const undo = async (said: string) => {
    await toast(page, 'Success', said).getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Success', 'Taken back')).toBeVisible()
    await closeToasts(page)
  }
  await test.step('each press says whose turn is next, and its Undo restores the same wait', async () => {
    await press('I answered another way')
    await expect(dialog).toContainText('Waiting for them: you answered another way')
    await undo('Answer noted')
    await expect(dialog).toContainText('To answer: they wrote · 2 h oversince 22 Nov 2026')
    await press('I answered another way')
    await press('They answered')
    await expect(dialog).toContainText(/To answer: they answered · (23|24) h left/)
    await backToList(page)
    await expect(strip).toContainText('All 2')
    await expect(strip).not.toContainText('overdue')
  })
})

test('an admin sees in strip and list that a visitor answered after the call or accepted an offer @full', async ({
  page,
  studio,
}) => {
  await studio.sql(`
    insert into public.bookings (name, email, date, time_slot_id, status)
    select 'After Ani', 'after@example.org', private.studio_today() - 3, id, 'confirmed'
    from public.time_slots where start_time = '10:00';
    insert into public.inquiries (name, email, status) values ('Offer Olive', 'olive@example.org', 'replied');
    insert into public.request_events (request_id, revision, actor, kind, turn, at)
    select id, 0, 'visitor', 'accepted', 'asks', now() - interval '3 hours' from public.inquiries where name = 'Offer Olive';
    select private.update_turn(id) from public.inquiries where name = 'Offer Olive'`)
  await page.goto('/admin?view=past')
  const waits = page.getByRole('region', { name: 'To answer' }).getByRole('listitem')
  await expect(row(page, 'After Ani')).not.toContainText('not confirmed')
  await expect(waits.filter({ hasText: 'Offer Olive' })).toContainText(/Accepted.*2[01] h left/)
  const dialog = await openRequest(page, 'After Ani')
  await chooseVerb(page, 'They answered')
  await expect(dialog).toContainText(/To answer: they answered · (23|24) h left/)
  await backToList(page)
  await expect(row(page, 'After Ani')).toContainText(/2\d h left/)
  await expect(waits.filter({ hasText: 'After Ani' })).toContainText(/2\d h left/)
  await page.getByRole('region', { name: 'To answer' }).getByRole('link', { name: /^All/ }).click()
  await expect(row(page, 'Offer Olive')).toBeVisible()
  await openRequest(page, 'After Ani')
  await chooseVerb(page, 'No answer needed')
  await expect(dialog).toContainText('Nobody’s turn: confirmed')
  await backToList(page)
  await expect(waits.filter({ hasText: 'After Ani' })).toHaveCount(0)
  await expect(row(page, 'Offer Olive')).toContainText(/They accepted.*2[01] h left/)
})

test('the two founders see who answers, and each other’s notes', async ({ page, studio }) => {
  await inquire(studio, { name: 'Shared Sia' })
  await book(studio, { name: 'Shared Sia', email: 'shared@example.org', date: '2026-12-21' })
  await inquire(studio, { name: 'Shared Sia', email: 'SHARED@example.org' })
  await page.goto('/admin?q=shared&type=booking')
  const dialog = await openRequest(page, 'Shared Sia')
  await dialog.getByRole('button', { name: 'I take it' }).click()
  const mine = toast(page, 'Success', 'It is yours')
  await mine.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Success', 'Request restored successfully')).toBeVisible()
  await expect(dialog.getByLabel('Who answers')).toHaveValue('')
  await expect(page.getByText('It is yours'), 'the message of before has gone').toHaveCount(0)
  await dialog.getByRole('button', { name: 'I take it' }).click()
  await expect(mine).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'History' })).toContainText('took it')
  await expect(dialog.getByLabel('Who answers')).toHaveValue(/./)
  await expect(dialog.getByRole('button', { name: 'I take it' })).toHaveCount(0)
  await dialog.getByLabel('Add a note').fill('Call her on <b>Monday</b>')
  await page.reload()
  await expect(dialog.getByLabel('Add a note'), 'what was typed').toHaveValue('Call her on <b>Monday</b>')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  const notes = dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(notes).toContainText('Call her on <b>Monday</b>')
  await expect(dialog.getByLabel('Add a note')).toHaveValue('')
  await notes.getByRole('button', { name: 'Edit the note' }).click()
  await dialog.getByLabel('Change the note').fill('She called')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(notes).toContainText(/She called.*\(edited\)/)
  // tests/db/answers.test.ts checks who may change and delete a note.

  await dialog
    .getByRole('list', { name: 'Also from this address' })
    .getByRole('link', { name: /^Message of/ })
    .click()
  await expect(requestPage(page)).toContainText('SHARED@example.org')
  await backToList(page)
  // tests/db/list-requests.test.ts checks the view of one's own requests.
  await expect(row(page, 'Shared Sia').getByTitle(/@/)).toBeVisible()
})

test('a note with a lost response is stored once, and the next note does not replace it @full', async ({
  page,
  studio,
  complaints,
}) => {
  await inquire(studio, { name: 'Noted Nia' })
  await page.goto('/admin?q=noted')
  const dialog = await openRequest(page, 'Noted Nia')
  const notes = dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await loseResponses(page)
  await dialog.getByLabel('Add a note').fill('They want to start in May')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('We do not know whether it was done.')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  const may = notes.filter({ hasText: 'They want to start in May' })
  await expect(may).toHaveCount(1)
  await expect(dialog.getByLabel('Add a note')).toHaveValue('They want to start in May')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(dialog.getByLabel('Add a note')).toHaveValue('')
  await dialog.getByLabel('Add a note').fill('She has two partners')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.filter({ hasText: 'She has two partners' })).toHaveCount(1)
  await expect(may).toHaveCount(1)
  complaints.length = 0 // the browser logs the lost response
})

test('a past call asks for its outcome, and shows it @full', async ({ page, studio }) => {
  await studio.sql(`
    insert into public.bookings (name, email, date, time_slot_id, status)
    select 'Over Olli', 'over@example.org', private.studio_today() - 3, id, 'confirmed'
    from public.time_slots where start_time = '09:00'`)
  await page.goto('/admin?view=past&outcome=none')
  const dialog = await openRequest(page, 'Over Olli')
  const question = dialog.getByRole('region', { name: 'What came of it?' })
  await expect(dialog.getByRole('button', { name: 'Write after the call' })).toBeVisible()
  await question.getByRole('button', { name: 'Lost' }).click()
  const why = question.getByLabel('Why it was lost (optional)')
  await why.fill('Too dear')
  await why.press('Enter')
  await expect(question.getByRole('button', { name: 'Lost' })).toHaveAttribute('aria-pressed', 'true')
  await expect(question).toContainText('Too dear')
  await question.getByRole('button', { name: 'Held' }).click()
  await expect(question.getByRole('button', { name: 'Held' })).toHaveAttribute('aria-pressed', 'true')
  await expect(question).not.toContainText('Too dear')
  // tests/db/list-requests.test.ts checks the filter by outcome.
})
