/** Sixty bookings a minute while two admins work, for LOAD_MINUTES (by default five). Only in a soak. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { book, chooseAction, client, expect, expectLive, raiseCaps, row, test } from './admin'

const minutes = Number(process.env.LOAD_MINUTES ?? 5)

test.use({ studioOptions: { file: import.meta.url, sql: raiseCaps } })

test(
  'during sixty bookings a minute two admins lose nothing, and no page reloads',
  { tag: '@soak' },
  async ({ page, studio, otherBrowser, adminState, request }) => {
    const other = await otherBrowser({ storageState: adminState })
    const loads = new Map<Page, number>()
    for (const [admin, path] of [
      [page, '/admin'],
      [other, '/admin?view=upcoming&date=2027-01-12'],
    ] as const) {
      await admin.goto(path)
      await expectLive(admin)
      admin.on('load', () => loads.set(admin, (loads.get(admin) ?? 0) + 1))
    }
    const visitor = await client(studio)
    const free = await Promise.all(
      [30, 90, 150, 210, 270].map(async (days) => {
        const date = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
        const { data } = await visitor
          .rpc('get_available_slots', { p_from: date(days), p_to: date(days + 55) })
          .throwOnError()
        return data.map((slot) => slot.date)
      }),
    )
    // Books one time of each date, then the next time of each.
    const dates = [...new Set(free.flat())]

    const times: number[] = []
    const memory: { site: number; backend: number }[] = []
    const confirmed: string[] = []
    const started = performance.now()
    const total = Math.round(minutes * 60)
    for (let n = 0; n < total; n++) {
      const late = started + n * 1_000 - performance.now()
      if (late > 0) await wait(late)
      const name = `Load ${String(n).padStart(4, '0')}`
      await book(studio, { name, date: dates[n % dates.length] ?? '' })
      for (const path of ['/booking', '/admin']) {
        const asked = performance.now()
        expect((await request.get(path)).status()).toBe(200)
        times.push(performance.now() - asked)
      }
      if (n % 10 !== 5) continue
      memory.push(studio.memory())
      confirmed.push(name)
      await expect(row(page, name)).toBeVisible()
      await chooseAction(page, name, 'Confirm')
      await page.keyboard.press('Escape') // closes the text for the visitor
      await expect(row(page, name)).toContainText('confirmed')
    }
    const seconds = Math.round((performance.now() - started) / 1_000)
    times.sort((a, b) => a - b)
    const p95 = Math.round(times[Math.floor(times.length * 0.95)] ?? 0)
    const rss = memory.map(({ site, backend }) => `${Math.round(site)}+${Math.round(backend)}`).join(' ')
    console.log(`${total} bookings in ${seconds} s; p95 ${p95} ms; memory (site+backend, MB): ${rss}`)

    await test.step('no booking is missing, and no admin’s page reloaded', async () => {
      for (const admin of [page, other]) {
        const all = admin.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^All/ })
        await expect(all).toHaveText(`All${total}`)
        expect(loads.get(admin) ?? 0, 'loaded anew').toBe(0)
      }
    })
    await test.step('every confirmation is stored', async () => {
      const signedIn = await client(studio, studio.people.admin)
      const { data } = await signedIn.from('bookings').select('name').eq('status', 'confirmed').throwOnError()
      expect(data.map(({ name }) => name).toSorted()).toEqual(confirmed)
    })
  },
)
