/** The admin's list at 100, 1,000 and 10,000 records: completeness, bytes, and the times of a keystroke, a sort and a change of status. */
import type { Page } from '@playwright/test'
import { rmSync } from 'node:fs'
import { makeTemplate, people, startStudio } from '../../tests/studio'
import { ensureBuild } from '../build'
import { launchBrowser, spread, toPaint, watchInteractions } from './interactions'
import { printTable } from './load'

const sizes = [100, 1_000, 10_000]
const columns = ['Name', 'Email', 'Type', 'Date', 'Time', 'Status', 'Message', 'Created']
const query = 'harbour 7'

/** As many records, a third of them bookings of the last years, each with a message of 200 characters. */
const records = (count: number) => `
  insert into public.inquiries (name, email, message, created_at)
  select 'Writer ' || n, 'writer' || n || '@example.org', rpad('A harbour app ' || n || ' ', 199, 'lorem ipsum ') || '.', now() - n * interval '1 minute'
  from generate_series(1, ${count - Math.floor(count / 3)}) n;
  insert into public.bookings (name, email, date, time_slot_id, message, status, created_at)
  select 'Caller ' || n, 'caller' || n || '@example.org', private.studio_today() - 1 - n / 12, s.id,
         rpad('A harbour call ' || n || ' ', 199, 'lorem ipsum ') || '.', 'confirmed', now() - (n + 0.5) * interval '1 minute'
  from generate_series(1, ${Math.floor(count / 3)}) n
  join (select id, row_number() over (order by start_time) - 1 as nth from public.time_slots) s on s.nth = n % 12;`

declare global {
  interface Window {
    statusShownAt: number
  }
}

async function measure(template: string, count: number) {
  const studio = await startStudio(template, { sql: records(count) })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ baseURL: studio.url, viewport: { width: 1280, height: 900 } })
    await watchInteractions(page)
    await page.goto('/login')
    await page.getByLabel('Email').fill(people.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(people.admin.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/admin')

    const started = performance.now()
    const response = await page.goto('/admin')
    await page.getByText('Live', { exact: true }).waitFor()
    const live = performance.now() - started
    const sizes = await response?.request().sizes()
    const listed = (await page.getByRole('navigation', { name: 'Pages' }).innerText()).match(/of (\d+)/)?.[1]
    await settled(page)

    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.focus()
    const keys: number[] = []
    for (const key of query) keys.push(await toPaint(page, () => page.keyboard.type(key)))
    for (let left = query.length; left > 0; left--)
      keys.push(await toPaint(page, () => page.keyboard.press('Backspace')))
    const sorts: number[] = []
    for (const column of [...columns, ...columns]) {
      const heading = page.getByRole('columnheader', { name: column }).getByRole('button')
      sorts.push(await toPaint(page, () => heading.click()))
    }

    await page.goto('/admin')
    await settled(page)
    const changes: number[] = []
    for (const button of ['Mark as read', 'Mark as replied', 'Archive', 'Mark as read', 'Archive']) {
      await page.getByRole('table').getByRole('button', { name: 'Writer 1', exact: true }).first().click()
      changes.push(await afterAnswer(page, button))
      await settled(page)
    }
    return {
      records: count,
      listed: Number(listed),
      'page KB': Math.round((sizes?.responseBodySize ?? 0) / 1024),
      'live ms': Math.round(live),
      'key ms (median, max)': spread(keys),
      'sort ms (median, max)': spread(sorts),
      'status after answer ms': spread(changes),
    }
  } finally {
    await browser.close()
    await studio.close()
  }
}

/** Waits until the desk is live and has refreshed itself. */
async function settled(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Presses the dialog's button and returns how long after the action's answer the row showed the new status. */
async function afterAnswer(page: Page, button: string): Promise<number> {
  const before = await page.locator('table[role=table] tbody tr').first().innerText()
  await page.evaluate((text) => {
    window.statusShownAt = 0
    const row = document.querySelector('table[role=table] tbody tr') as HTMLElement
    const watch = new MutationObserver(() => {
      if (window.statusShownAt || row.innerText === text) return
      requestAnimationFrame(() => setTimeout(() => (window.statusShownAt = performance.now())))
      watch.disconnect()
    })
    watch.observe(row, { subtree: true, childList: true, characterData: true, attributes: true })
    performance.clearResourceTimings()
  }, before)
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await page.waitForFunction(() => window.statusShownAt > 0)
  return page.evaluate(() => {
    const posts = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answer = posts.find((entry) => entry.name.split('?')[0] === location.origin + location.pathname)
    return window.statusShownAt - (answer?.responseEnd ?? 0)
  })
}

await ensureBuild()
const template = await makeTemplate()
const rows = []
for (const size of sizes) rows.push(await measure(template, size))
printTable(
  'The desk with so many records (messages of 200 characters; milliseconds, median and longest)',
  Object.keys(rows[0] ?? {}),
  rows.map((row) => Object.values(row)),
)
rmSync(template, { recursive: true, force: true })
if (rows.some((row) => row.listed !== row.records)) throw new Error('The list is not complete.')
