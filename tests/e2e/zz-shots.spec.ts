
import { MONDAY } from './booking'
import { book, chooseAction, expect, expectLive, test } from './admin'
import { shareStudio } from './fixtures'
import { linkOf } from './manage'
shareStudio({ now: MONDAY })
const out = process.env.SHOTS ?? '/tmp/shots'
for (const [width, colorScheme, forcedColors] of [[375,'light','none'],[768,'dark','none'],[1280,'light','none'],[1280,'dark','active']] as const)
  test(`shots ${width} ${colorScheme} ${forcedColors}`, async ({ page, studio }) => {
    const tag = `${width}-${colorScheme}-${forcedColors}`
    const name = `Shot ${['Ana','Bea','Cai','Dee'][Math.floor(Math.random()*4)]} ${width}${colorScheme}`
    const at = width === 375 ? 1 : width === 768 ? 2 : colorScheme === 'dark' ? 3 : 4
    const { id } = await book(studio, { name, date: '2026-12-15', nth: at })
    await page.clock.setFixedTime(MONDAY)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, forcedColors })
    await page.goto(`/admin?q=${encodeURIComponent(name)}`)
    await expectLive(page)
    await page.getByRole('button', { name: 'Book a call for somebody' }).scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${out}/${tag}-list.png` })
    await chooseAction(page, name, 'Move call…')
    const form = page.getByRole('dialog')
    await form.getByLabel(/^Time/).selectOption('Another time…')
    await form.getByLabel('From').fill(`${17 + at}:30`)
    await form.getByRole('button', { name: 'Move the call' }).click()
    await expect(form.getByRole('checkbox')).toBeFocused()
    await page.screenshot({ path: `${out}/${tag}-move.png` })
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Move the call' }).click()
    await expect(form).toHaveCount(0)
    await studio.sql(`insert into public.closed_dates (date) values ('2026-12-15') on conflict do nothing;
      update public.bookings set untold_since = coalesce(untold_since, now()), untold_from = coalesce(untold_from, jsonb_build_object('status','pending','date',date,'start_time','09:00','location',null)) || '{"closed": "2026-12-15"}' where date = '2026-12-15'`)
    await book(studio, { name: 'Far Fia ' + tag, date: '2026-12-16', nth: at }).catch(() => undefined)
    await page.reload()
    await page.getByText('Not yet told').first().scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${out}/${tag}-untold.png` })
    await page.getByRole('button', { name: 'Book a call for somebody' }).click()
    await form.getByLabel('Date').fill('2026-12-17')
    await expect(form.getByRole('status')).toContainText('free on')
    await page.screenshot({ path: `${out}/${tag}-book.png` })
    await page.keyboard.press('Escape')
    await chooseAction(page, name, 'Cancel booking')
    await page.getByRole('alertdialog').getByLabel(/sentence/).fill('We are both ill.\nForgive us!')
    await page.screenshot({ path: `${out}/${tag}-cancel.png` })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click()
    await expect(page.getByText('Booking cancelled successfully')).toBeVisible()
    await page.goto(linkOf(studio, id))
    await page.screenshot({ path: `${out}/${tag}-visitor.png`, fullPage: true })
  })
