import type { Page } from '@playwright/test'
import { reply } from '../smtp'
import {
  address,
  book,
  chooseAction,
  closeToasts,
  expect,
  expectLive,
  openRecord,
  row,
  test,
  toast,
} from './admin'
import { startMailedSite } from './mailed-site'
import { axeViolations, MONDAY, shareStudio } from './fixtures'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })

const untold = (page: Page) => page.getByRole('status').filter({ hasText: 'Not yet told' })
const confirmed = (page: Page, said = 'Booking confirmed successfully') => toast(page, 'Success', said)

test('without a mail server Confirm opens the text for them, and they are listed until it went out', async ({
  page,
  studio,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const names = ['Told Tia', 'Told Tom', 'Told Tui', 'Told Tess']
  const ids: string[] = []
  // One after the other, each at the first free time.
  for (const name of names) ids.push((await book(studio, { name, date: '2026-12-15' })).id)
  await page.goto('/admin')
  await expectLive(page)
  const dialog = page.getByRole('dialog', { name: 'Booking' })
  const text = dialog.getByRole('region', { name: 'Not yet told' })

  await test.step('in the open request, for one who presses twice too: with where it is and their own link', async () => {
    await openRecord(page, 'Told Tia')
    await dialog.getByRole('button', { name: 'Confirm' }).dblclick()
    await expect(text).toBeFocused()
    await expect(page.getByRole('alertdialog'), 'no second press on what moved there').toHaveCount(0)
    expect(await axeViolations(page, ['[role=dialog]'])).toEqual([])
    await text.getByRole('button', { name: 'Copy text' }).click()
    await expect(toast(page, 'Success', 'Text for Told Tia copied')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/Our call on Tuesday 15 December 2026, 9:00 am .* is confirmed\. Where: /)
    expect(copied).toContain(linkOf(studio, ids[0] ?? ''))
    await text.getByRole('button', { name: 'Told Told Tia' }).click()
    await expect(text).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(untold(page)).toHaveCount(0)
    await closeToasts(page)
  })
  await test.step('in a row’s menu; undone, they have nothing to learn', async () => {
    await chooseAction(page, 'Told Tom', 'Confirm')
    await expect(text).toContainText('They do not know yet: confirmed')
    await confirmed(page).getByRole('button', { name: 'Undo' }).click()
    await expect(text).toHaveCount(0)
    await expect(dialog).toContainText('pending')
    await page.keyboard.press('Escape')
  })
  await test.step('of ticked rows the list at the top has the texts', async () => {
    for (const name of names.slice(2)) await row(page, name).getByRole('checkbox').check()
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Confirm' }).click()
    await expect(confirmed(page, '2 bookings confirmed successfully')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not yet told' })).toBeFocused()
    const listed = untold(page).getByRole('listitem')
    await expect(listed).toHaveText([/Told Tui, Tue 15 Dec, 10:00 AM: confirmed/, /Told Tess.*: confirmed/])
    await listed.first().getByRole('link', { name: 'Told Tui' }).click()
    await expect(text).toBeVisible()
    await expect(page, 'over the list as it was').toHaveURL(/view=to_answer&id=/)
    await page.keyboard.press('Escape')
    await untold(page).getByRole('button', { name: 'Told all 2' }).click()
    await expect(untold(page)).toHaveCount(0)
  })
})

test('with a mail server Confirm tells them by itself; whom the mail did not reach is listed', async ({
  page,
  studio,
}) => {
  const refused = new Set<string>()
  const { mailServer, callOutbox, pass, ...site } = await startMailedSite(studio, {
    onRcptTo: (to, _, done) => done(refused.has(to.address) ? reply(550) : undefined),
  })
  const sendDue = async () => {
    await pass()
    await callOutbox()
  }
  await studio.sql('delete from private.outbox')
  for (const [nth, name] of ['Mailed Mia', 'Bounced Ben'].entries())
    await book(studio, { name, date: '2026-12-17', nth })
  await sendDue()
  await page.goto(`${site.url}/admin`)
  await expectLive(page)
  refused.add(address('Bounced Ben'))
  for (const name of ['Mailed Mia', 'Bounced Ben']) {
    const dialog = await openRecord(page, name)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog, 'there is no text to send').toHaveCount(0)
  }
  await expect(row(page, /^.*(Mailed|Bounced)/)).toHaveText([/confirmed/, /confirmed/])
  await expect(untold(page), 'the mails are on their way').toHaveCount(0)
  await sendDue()
  await expect(untold(page).getByRole('listitem')).toHaveText([/Bounced Ben, .*: confirmed/])
  await page.close()
  await site.close()
  await mailServer.close()
})
