import type { Page } from '@playwright/test'
import type { Studio } from '../studio'
import { book, client, expect, test } from './admin'
import { shareStudio } from './fixtures'
import { linkOf } from './manage'
shareStudio({ now: '2026-11-23T17:30:00Z' })
test.setTimeout(170_000)
const out = process.env.LOOK_OUT ?? '/tmp/look'
async function bookToday(studio: Studio, name: string, start: string) {
  await studio.sql(`
    insert into public.time_slots (start_time, end_time, duration_minutes) select '${start}', time '${start}' + interval '30 minutes', 30
    where not exists (select from public.time_slots where start_time = '${start}' and duration_minutes = 30);
    insert into public.bookings (name, email, date, time_slot_id, created_at)
    select '${name}', 'x@example.org', private.studio_today(), id, now() - interval '2 days' from public.time_slots where start_time = '${start}' and duration_minutes = 30;
    insert into private.waits (request_id, visitor_act, asked_at) select id, 'booked', created_at from public.bookings where name = '${name}';
    select private.update_turn(id) from public.bookings where name = '${name}';
    update public.bookings b set known = private.call_state(b) || jsonb_build_object('at', b.created_at) where name = '${name}'`)
  const admin = await client(studio, studio.people.admin)
  return (await admin.from('bookings').select('id').eq('name', name).single().throwOnError()).data.id
}
async function shots(page: Page, name: string) {
  for (const [width, scheme] of [
    [375, 'dark'],
    [768, 'light'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await page.waitForTimeout(250)
    await page.screenshot({ path: `${out}/${name}-${width}-${scheme}.png`, fullPage: true })
  }
}
test('look', async ({ page, studio, otherBrowser, complaints }) => {
  const late = await bookToday(studio, 'Late Lia', '09:00')
  const missed = await bookToday(studio, 'Missed Mo', '05:00')
  const ok = await book(studio, { name: 'Confirmed Cy', date: '2026-11-25' })
  await studio.sql(`update public.bookings set status = 'confirmed' where name = 'Confirmed Cy'`)
  await page.goto('/admin')
  await expect(page.getByText('Late Lia').first()).toBeVisible()
  await shots(page, 'admin')
  await page.goto('/admin/settings')
  await shots(page, 'settings')
  const visitor = await otherBrowser()
  for (const [name, id] of [
    ['late', late],
    ['missed', missed],
    ['confirmed', ok.id],
  ] as const) {
    await visitor.goto(linkOf(studio, id))
    await shots(visitor, name)
  }
  await visitor.setViewportSize({ width: 1280, height: 900 })
  await visitor.goto('/booking')
  await visitor
    .getByRole('radio')
    .first()
    .click()
    .catch(() => {})
  complaints.length = 0
})
