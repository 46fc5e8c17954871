/** Interactions in a real browser, timed to the next paint as the browser itself counts it (the time behind INP). */
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserPath } from '../browser'

declare global {
  interface Window {
    eventTimes: number[]
  }
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox', '--disable-gpu'] })
}

/** Makes every page that this one shows keep its interactions' times. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.eventTimes = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.eventTimes.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

/** Milliseconds from an interaction to the paint that shows it, in the browser's steps of 8; under 16 reads as 0. */
export async function toPaint(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => (window.eventTimes.length = 0))
  await act()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 150))))
  return page.evaluate(() => Math.max(0, ...window.eventTimes))
}

/** The median and the longest of some times, as the tables show them. */
export function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)}, ${Math.round(sorted.at(-1) ?? 0)}`
}
