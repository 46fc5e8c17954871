/**
 * A press while an action runs: after Confirm, 300 ms later, 'Next to answer'. Prints the milliseconds until the next
 * request is shown, beside the end of the response that brings it.
 */
import { place } from '../../lib/content/place'
import { chromium, type Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { browserPath } from '../browser'
import { bookingPost, freeTimes, readFormPage } from '../../tests/native-form'
import { signIn } from '../../tests/http/fixtures'
import type { Studio } from '../../tests/studio'
import { printTable } from './clients'

const presses = 20

export async function measurePresses(studio: Studio): Promise<void> {
  const free = (await freeTimes(studio.url, 61)).slice(20)
  const form = await readFormPage(studio.url)
  for (let n = 0; n <= presses; n++) {
    const time = free[n]
    if (!time) throw new Error('The studio has too few free times.')
    const person = { name: `Press ${n}`, email: `press-${n}@example.com` }
    const { path, ...post } = bookingPost(form, { ...person, time, request_id: crypto.randomUUID() })
    await fetch(studio.url + path, { method: 'POST', ...post })
  }
  const browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox'] })
  const context = await browser.newContext({ baseURL: studio.url, locale: place.locale })
  await signIn(context.request, studio.people.admin)
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Next to answer' }).click()
  await page.waitForURL(/\/admin\/requests\//)
  const runs: { shown: number; ended: number }[] = []
  for (let n = 0; n < presses; n++) {
    await page.getByRole('link', { name: 'Next to answer' }).waitFor()
    await pause(1_500) // a person reads
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await pause(300)
    runs.push(await pressNext(page))
  }
  await browser.close()
  const sorted = (of: (run: (typeof runs)[number]) => number) => runs.map(of).sort((a, b) => a - b)
  const row = (name: string, values: number[]) => [
    name,
    Math.round(values[presses / 2] ?? 0),
    Math.round(values.at(-1) ?? 0),
  ]
  printTable(
    `The next request after Confirm, ${presses} times`,
    ['milliseconds after the press', 'median', 'most'],
    [
      row(
        'its data has arrived',
        sorted(({ ended }) => ended),
      ),
      row(
        'it is shown',
        sorted(({ shown }) => shown),
      ),
    ],
  )
}

async function pressNext(page: Page): Promise<{ shown: number; ended: number }> {
  const before = await page.getByRole('main').getByRole('heading', { level: 2 }).textContent()
  // In the page, without named functions: tsx would add a helper that the page does not have.
  const began = await page.evaluate(() => {
    const began = performance.now()
    const links = [...document.querySelectorAll<HTMLElement>('main a')]
    links.find(({ textContent }) => textContent.trim() === 'Next to answer')?.click()
    return began
  })
  const shown = await page.waitForFunction(
    (before) => {
      const heading = document.querySelector('main h2')?.textContent
      return heading && heading !== before && performance.now()
    },
    before,
    { polling: 'raf' },
  )
  const ended = await page.evaluate(
    (began) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.includes('/admin/requests/') && startTime >= began)
        .map(({ startTime, duration }) => startTime + duration)
        .at(0) ?? began,
    began,
  )
  return { shown: Number(await shown.jsonValue()) - began, ended: ended - began }
}
