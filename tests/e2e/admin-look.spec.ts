import { type Locator } from '@playwright/test'
import { expect, expectLive, raiseCaps, row, test } from './admin'
import { MONDAY, shareStudio } from './fixtures'

const call = (name: string, days: number, time: string, status: string, message = '') => `
  insert into public.bookings (name, email, date, time_slot_id, status, message)
  select '${name}', 'look@example.org', private.studio_today() + ${days}, id, '${status}', nullif('${message}', '')
  from public.time_slots where start_time = '${time}';`
const message = 'We want to rebuild our booking system before the summer'

shareStudio({
  now: MONDAY,
  sql: [
    raiseCaps,
    call('Look Lia', 7, '09:00', 'confirmed', message),
    call('Look Leo', 7, '10:00', 'pending'),
    `insert into public.inquiries (name, email) values ('Look Lou', 'look@example.org'), ('Look Lee', 'look@example.org');`,
  ].join(''),
})

const isCut = (cell: Locator) => cell.evaluate((cell) => cell.scrollWidth > cell.clientWidth)

test('the table cuts no text too early, and a time that visitors do not get says why @full', async ({
  page,
}) => {
  await page.goto('/admin?open=exceptions&date=2026-11-30&view=all')
  await test.step('the table cuts no status, no date, and no message of 30 characters or fewer', async () => {
    const cells = row(page, 'Look Lia').getByRole('cell')
    await expect(cells.filter({ hasText: message.slice(0, 30) })).toHaveCount(1)
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (const text of ['Mon 30 Nov', '9:00 – 9:30 AM', 'confirmed', message.slice(0, 30)])
        expect(await isCut(cells.filter({ hasText: text }).last()), `${text} at ${width} px`).toBe(false)
    }
  })

  const panel = page.getByRole('region', { name: 'Availability Overview & Exceptions' })
  const line = (time: string) => panel.getByRole('listitem').filter({ hasText: time })
  await test.step('a booked or past time says why', async () => {
    await expect(line('9:00 – 9:30 AM')).toContainText('AvailableBooked')
    await expect(line('9:30 – 10:00 AM')).not.toContainText('Booked')
    await panel.getByRole('button', { name: /^Monday 23 November 2026/ }).click()
    await expect(line('9:00 – 9:30 AM')).toContainText('Past')
    await expect(line('3:00 – 3:30 PM')).toContainText('AvailableNot bookable today')
  })

  await test.step('on a phone the actions for selected rows fit one line', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    const bar = page.getByRole('group', { name: 'Selected rows' })
    for (const kind of [
      {
        names: ['Look Lou', 'Look Lee'],
        buttons: ['Mark as read', 'Mark as replied', 'Archive', 'Clear selection'],
      },
      { names: ['Look Lia', 'Look Leo'], buttons: ['Confirm', 'Cancel bookings', 'Clear selection'] },
    ]) {
      for (const name of kind.names) await row(page, name).getByRole('checkbox').check()
      const tops = await Promise.all(
        kind.buttons.map(
          async (name) => (await bar.getByRole('button', { name, exact: true }).boundingBox())?.y,
        ),
      )
      expect(new Set(tops).size, kind.buttons.join()).toBe(1)
      await bar.getByRole('button', { name: 'Clear selection' }).click()
    }
  })
  await test.step('from 1024 px the list has headings, below that its order is beside the filter', async () => {
    const heading = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await page.setViewportSize({ width: 1024, height: 800 })
    await expect(heading('Time')).toBeVisible()
    await expect(heading('Email'), 'the filter sorts by it').toBeHidden()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('dialog', { name: 'Filter' }).getByLabel('Order').selectOption('Email ↑')
    await expect(page).toHaveURL(/sort=email/)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 375, height: 812 })
    await expect(heading('Time')).toBeHidden()
    await page.getByRole('search').getByLabel('Order').selectOption('Oldest')
    await expect(page).toHaveURL(/sort=created/)
  })
  await test.step('the focus ring of a view is whole', async () => {
    const views = page.getByRole('navigation', { name: 'Views' })
    const [link, nav] = [await views.getByRole('link').first().boundingBox(), await views.boundingBox()]
    const ring = 6 // three pixels wide, three pixels away
    if (!link || !nav) throw new Error('No views')
    expect(link.y - nav.y).toBeGreaterThanOrEqual(ring)
    expect(link.x - nav.x).toBeGreaterThanOrEqual(ring)
    expect(nav.y + nav.height - link.y - link.height).toBeGreaterThanOrEqual(ring)
  })
})

test('with text at 200 % on a phone no page of the admin scrolls sideways @full', async ({ page }) => {
  await page.goto('/admin')
  const path = async (name: string) =>
    (await row(page, name).getByRole('link', { name }).getAttribute('href')) ?? ''
  const [call, message] = [await path('Look Lia'), await path('Look Lou')]
  const offer = message.replace('requests', 'offers')
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of [
    '/admin',
    '/admin?q=nobody',
    '/admin?open=availability,exceptions,recurring',
    '/admin/hours?open=availability',
    call,
    message,
    '/admin/offers',
    offer,
    '/admin/settings',
    '/admin/untold',
  ]) {
    await page.goto(path)
    await expectLive(page)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      for (const line of document.querySelectorAll('details')) line.open = true
    })
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, path).toBeLessThanOrEqual(0)
  }
})
