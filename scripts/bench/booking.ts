/** `npm run bench -- booking`: the booking screen's interactions on a phone's processor (CPU/4), to the next paint, and how long a day's times take to come. */
import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { makeTemplate, startStudio } from '../../tests/studio'
import { ensureBuild } from '../build'
import { launchBrowser, spread, toPaint, watchInteractions } from './interactions'
import { printTable } from './load'

const rounds = 5
const slowdown = 4
const times = (page: Page) => page.getByRole('radio', { name: /am|pm/ })
/** The nth day of the month shown that has times. */
const openDay = (page: Page, nth: number) =>
  page
    .getByRole('grid')
    .getByRole('button', { name: /\d+ times?$/ })
    .nth(nth)

const nextMonth = (page: Page) => page.getByRole('button', { name: /^Show / }).last()

/** Milliseconds from pressing a day of a month that nobody has looked at to its times. */
async function untilTimes(page: Page): Promise<number> {
  for (let month = 0; month < 3; month++) await nextMonth(page).click()
  const day = page
    .getByRole('grid')
    .getByRole('button', { name: /^Wednesday/ })
    .first()
  const began = performance.now()
  await day.click()
  await times(page).first().waitFor()
  return performance.now() - began
}

async function measure(page: Page): Promise<Record<string, number>> {
  await watchInteractions(page)
  await page.goto('/booking')
  await page.waitForLoadState('networkidle')
  const devtools = await page.context().newCDPSession(page)
  const throttle = (rate: number) => devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await throttle(slowdown)
  const figures = {
    'another day (times known)': await toPaint(page, () => openDay(page, 2).click()),
    'a time': await toPaint(page, () => times(page).first().check()),
    'next month': await toPaint(page, () => nextMonth(page).click()),
    Next: await toPaint(page, () => page.getByRole('button', { name: 'Next', exact: true }).click()),
    'a key in the message': await toPaint(page, async () => {
      await page.getByLabel('Tell us about your product').press('K')
    }),
    'a submit with faults': await toPaint(page, () =>
      page.getByRole('button', { name: 'Book a free strategy call' }).click(),
    ),
  }
  await throttle(1)
  await page.goto('/booking')
  return { ...figures, 'times of a day not known yet (no throttling)': await untilTimes(page) }
}

await ensureBuild()
const template = await makeTemplate()
const studio = await startStudio(template)
const browser = await launchBrowser()
const seen: Record<string, number[]> = {}
for (let round = 0; round < rounds; round++) {
  const page = await browser.newPage({ baseURL: studio.url, viewport: { width: 412, height: 823 } })
  for (const [what, time] of Object.entries(await measure(page))) (seen[what] ??= []).push(time)
  await page.close()
}
printTable(
  `Booking, CPU/${slowdown}: milliseconds to the next paint (median and longest of ${rounds})`,
  ['interaction', 'ms'],
  Object.entries(seen).map(([what, all]) => [what, spread(all)]),
)
await browser.close()
await studio.close()
rmSync(template, { recursive: true, force: true })
