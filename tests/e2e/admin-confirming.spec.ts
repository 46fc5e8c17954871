import type { Page } from '@playwright/test'
import {
  backToList,
  book,
  closeToasts,
  expect,
  expectLive,
  openDialog,
  requestPage,
  row,
  rowDialog,
  test,
  toast,
  untold,
} from './admin'
import { axeViolations, MONDAY, shareStudio } from './fixtures'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })

const confirmed = (page: Page, said = 'Booking confirmed successfully') => toast(page, 'Success', said)

test('without a mail server an admin confirms a call, copies the visitor’s text and notes it as sent', async ({
  page,
  studio,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const names = ['Told Tia', 'Told Tui', 'Told Tess']
  const ids: string[] = []
  // Books in sequence, each call at the first free time.
  for (const name of names) ids.push((await book(studio, { name, date: '2026-12-15' })).id)
  await page.goto('/admin')
  await expectLive(page)
  const dialog = rowDialog(page)
  const text = requestPage(page).getByRole('region', { name: /^Not told yet/ })

  await test.step('the dialog closes; the message leads to the text, with the location and their own link', async () => {
    await openDialog(page, 'Told Tia')
    await dialog.getByRole('button', { name: 'Confirm' }).dblclick()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('alertdialog'), 'no second press on what moved there').toHaveCount(0)
    await confirmed(page).getByRole('button', { name: 'Text for them' }).click()
    await expect(text).toContainText('that it is confirmed')
    expect(await axeViolations(page, ['main'])).toEqual([])
    await text.getByRole('button', { name: 'Copy text' }).click()
    await expect(toast(page, 'Success', 'Text for Told Tia copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/Our call on Tuesday 15 December 2026, 9:00 am .* is confirmed\. Where: /)
    expect(copied).toContain(linkOf(studio, ids[0] ?? ''))
    await text.getByRole('button', { name: 'Told Told Tia' }).click()
    await expect(text).toHaveCount(0)
    await backToList(page)
    await expect(page.getByText('not told')).toHaveCount(0)
    await closeToasts(page)
  })
  await test.step('the list at the top has the texts of selected rows', async () => {
    for (const name of names.slice(1)) await row(page, name).getByRole('checkbox').check()
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Confirm' }).click()
    const news = page.getByRole('region', { name: 'News' })
    await expect(news).toContainText('2 people are not toldThe first call is Tue 15 Dec, 9:30 AM: Told Tui.')
    const said = confirmed(page, '2 bookings confirmed successfully')
    await said.getByRole('button', { name: 'Texts for them' }).click()
    await expect(untold(page)).toHaveText([
      /Told Tui.*Tue 15 Dec, 9:30 AM.*That it is confirmed.*Subject/,
      /Told Tess.*That it is confirmed/,
    ])
    await page.getByRole('button', { name: 'Told Told Tui' }).click()
    await expect(untold(page), 'the next one opens').toHaveText([/Told Tess.*Subject/])
    await expect(untold(page).getByRole('button', { expanded: true })).toBeFocused()
    await toast(page, 'Success', 'Noted that they know').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'More for all' }).click()
    await page.getByRole('menuitem', { name: 'Told all 2' }).click()
    await expect(page.getByText('Everybody is told, and no mail failed.')).toBeVisible()
    await requestPage(page).getByRole('link', { name: 'Requests', exact: true }).click()
  })
})
