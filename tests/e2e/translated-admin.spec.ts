import {
  answer,
  backToList,
  book,
  chooseAction,
  chooseVerb,
  expect,
  expectLive,
  inquire,
  openDialog,
  openRequest,
  row,
  test,
  toast,
  untold,
} from './admin'
import { MONDAY, shareStudio } from './fixtures'
import { makeOffer } from './offers'
import { translate } from './translate'

shareStudio({ now: MONDAY })

test('on translated pages an admin works through a day: calls, answers, offers, hours @full', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Tane Translated', date: '2026-12-09' })
  await book(studio, { name: 'Tui Translated', date: '2026-12-09', nth: 1 })
  await inquire(studio, { name: 'Ida Translated', message: 'Guten Tag' })
  await page.goto('/admin?view=all&open=availability,exceptions')
  await expectLive(page) // a live page is hydrated
  await translate(page)
  const dialog = page.getByRole('dialog')
  /** Closes open dialogs, so that the list is there again. */
  const close = () =>
    expect(async () => {
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
  await test.step('an admin confirms a call, undoes it and confirms it again', async () => {
    await chooseAction(page, 'Tane Translated', 'Confirm')
    const said = toast(page, 'Success', 'Booking confirmed successfully')
    await said.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Success', /restored/)).toBeVisible()
    await close()
    await expect(row(page, 'Tane Translated')).toContainText('pending')
    await openDialog(page, 'Tane Translated')
    await dialog.getByRole('button', { name: 'Confirm' }).first().click()
    await expect(said).toBeVisible()
    await close()
    await expect(row(page, 'Tane Translated')).toContainText('confirmed')
  })
  await test.step('an answer is written and recorded, and a note is stored', async () => {
    const record = await openRequest(page, 'Ida Translated')
    await chooseVerb(page, 'I answered another way')
    await expect(record).toContainText('Waiting for them')
    await chooseVerb(page, 'They answered')
    await expect(record).toContainText('To answer')
    const note = record.getByRole('textbox', { name: /note/i })
    await note.fill('Rings on Monday')
    await record.getByRole('button', { name: 'Add note' }).click()
    await expect(record.getByText('Rings on Monday').first()).toBeVisible()
    await backToList(page)
  })
  await test.step('rows are selected, cancelled, found, and sorted', async () => {
    await page.getByRole('checkbox', { name: 'Select Tui Translated' }).click()
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('1 booking selected')
    await page.getByRole('checkbox', { name: 'Select Tane Translated' }).click()
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('2 bookings selected')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await chooseAction(page, 'Tui Translated', 'Cancel booking')
    await answer(page, 'Cancel booking')
    await expect(toast(page, 'Success', 'Booking cancelled successfully')).toBeVisible()
    await close()
    await expect(row(page, 'Tui Translated')).toContainText('cancelled')
    await page.getByRole('searchbox').fill('nobody at all')
    await expect(row(page, 'Translated')).toHaveCount(0)
    await page.getByRole('searchbox').fill('Ida')
    await expect(row(page, 'Translated')).toHaveCount(1)
    await page.getByRole('searchbox').fill('')
    await expect(row(page, 'Translated')).toHaveCount(3)
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
    await expect(row(page, 'Translated').first()).toContainText('Ida')
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /^To answer/ })
      .click()
    await expect(row(page, 'Tui Translated')).toHaveCount(0)
  })
  await test.step('times are added, switched off and on, and a day is closed', async () => {
    await page.getByRole('button', { name: 'Save availability' }).click()
    await expect(toast(page, 'Error', /at least one day/)).toBeVisible()
    const exceptions = page.getByRole('region', { name: 'Availability Overview & Exceptions' })
    await exceptions.getByRole('button', { name: 'Next month' }).click()
    await exceptions.getByRole('button', { name: /^Tuesday 15 December 2026/ }).click()
    await expect(exceptions.getByRole('heading', { name: 'Tuesday 15 December 2026' })).toBeVisible()
    await exceptions
      .getByRole('button', { name: /^Disable 9:00 AM/ })
      .first()
      .click()
    await expect(exceptions.getByText('Unavailable').first()).toBeVisible()
    await exceptions
      .getByRole('button', { name: /^Enable 9:00 AM/ })
      .first()
      .click()
    await expect(exceptions.getByText('Unavailable')).toHaveCount(0)
    await exceptions.getByRole('button', { name: /^Wednesday 16 December 2026/ }).click()
    await expect(exceptions.getByRole('heading', { name: 'Wednesday 16 December 2026' })).toBeVisible()
    await page.getByRole('link', { name: 'Manage Recurring Availability' }).click()
    const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
    await week.getByText('Monday', { exact: true }).first().click()
    await week.getByRole('button', { name: 'Copy Monday' }).click()
    await expect(week.getByRole('heading', { name: 'Copy Monday' })).toBeFocused()
  })
  await test.step('an offer is noted as sent, and withdrawn', async () => {
    const { requestId } = await makeOffer(studio, 'Olive Translated', {}, false)
    await page.goto(`/admin/offers/${requestId}`)
    await expectLive(page)
    await translate(page)
    const panel = page.getByRole('region', { name: 'What to do' })
    const versions = page.getByRole('region', { name: 'Versions' })
    await expect(versions).toContainText('Not sent yet.')
    await panel.getByRole('button', { name: 'I have sent it' }).click()
    await expect(panel).toContainText('They can accept version 1 until the end of')
    await expect(panel).not.toContainText('is made')
    await expect(versions).not.toContainText('Not sent yet.')
    await chooseVerb(page, 'Withdraw it')
    await page.getByLabel('Why (optional)').fill('Too late')
    await page.getByRole('button', { name: 'Withdraw the offer' }).click()
    await answer(page, 'Withdraw now')
    await expect(panel).toContainText('Version 1 was withdrawn')
    await expect(panel).not.toContainText('They can accept')
    await expect(versions).toContainText('Withdrawn')
  })
  await test.step('a person is told, and their row goes', async () => {
    await book(studio, { name: 'Toa Translated', date: '2026-12-10' })
    await book(studio, { name: 'Tia Translated', date: '2026-12-11' })
    await studio.sql(
      `update public.bookings set status = 'confirmed' where name in ('Toa Translated', 'Tia Translated')`,
    )
    await page.goto('/admin/untold')
    await expectLive(page)
    await translate(page)
    const named = (name: string) => untold(page).filter({ hasText: name })
    await named('Tia Translated').getByRole('button').first().click()
    await expect(named('Tia Translated')).toContainText('Friday 11 December')
    await named('Tia Translated').getByRole('button', { name: 'Told Tia Translated' }).click()
    await expect(named('Tia Translated')).toHaveCount(0)
    await expect(named('Toa Translated')).toHaveCount(1)
  })
  await test.step('on the page of the hours all holidays close, and open again', async () => {
    await page.goto('/admin/hours')
    await expectLive(page)
    await translate(page)
    const holidays = page.getByRole('region', { name: 'Public holidays' })
    await holidays.getByRole('button', { name: /^Close all/ }).click()
    await expect(holidays).toContainText(/all \d+ closed/)
    await expect(holidays).not.toContainText('until')
    await holidays.getByRole('button', { name: 'Open all again' }).click()
    await expect(holidays).toContainText('until')
    await expect(holidays).not.toContainText(/all \d+ closed/)
  })
})
