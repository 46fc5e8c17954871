import type { Page } from '@playwright/test'
import type { Studio } from '../studio'
import { book } from './admin'
import { alert, day, fillIn, next, says, time } from './booking'
import { axeLooks, axeViolations, expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

/** Each state of the screen, with the steps that lead there from the previous one. */
const states: Record<string, (page: Page, studio: Studio) => Promise<unknown>> = {
  opening: (page) => page.goto('/booking'),
  chosen: async (page) => {
    await day(page, 'Thursday 26 November').click()
    await time(page, '9:00 am').check()
    await expect(next(page)).toBeEnabled()
  },
  'step 2': async (page) => {
    await next(page).click()
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  },
  'backend away': async (page, studio) => {
    studio.proxy.set('down')
    await page.goto('/booking?date=2027-05-10')
    await expect(page.getByText('We could not reach our calendar just now.')).toBeVisible()
  },
  'inquiry, with a long link without spaces': async (page, studio) => {
    studio.proxy.set('none')
    await page.getByText(says.contact).click()
    await expect(page.getByText('Date to be arranged').filter({ visible: true })).toBeVisible()
    await page.getByLabel('Tell us').fill(`https://www.figma.com/design/${'a'.repeat(120)}`)
  },
  faults: async (page) => {
    await page.getByLabel('Email').fill('ana@')
    await page.getByRole('button', { name: says.send }).click()
    await expect(page.getByText('Write it like name@example.com.')).toBeVisible()
  },
  'offer of other times': async (page, studio) => {
    await page.goto('/booking?date=2026-11-27')
    await time(page, '9:00 am').check()
    await next(page).click()
    await book(studio, { name: 'Faster', date: '2026-11-27' })
    await fillIn(page, { email: 'slower@example.com' })
    await page.getByRole('button', { name: says.book }).click()
    await expect(alert(page).getByRole('button')).toHaveCount(3)
  },
  booked: async (page) => {
    await alert(page).getByRole('button').first().click()
    await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  },
}

test('every state of the booking page works with a screen reader and fits the window @looks', async ({
  page,
  studio,
  complaints,
}) => {
  // A message that fades in has no contrast yet.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const looks = process.env.SOAK ? axeLooks : axeLooks.slice(0, 2)
  const all = Object.entries(states)
  for (const [at, { width, colorScheme }] of [...looks.entries()].reverse()) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    // The first look gets the first state, the other look the rest. A soak checks every state in every look.
    for (const [state, reach] of process.env.SOAK ? all : at ? all.slice(0, 1) : all.slice(1)) {
      await test.step(`${state}, ${width} px, ${colorScheme}`, async () => {
        if (state === 'backend away') expect(complaints).toEqual([])
        await reach(page, studio)
        // Except in a soak, skips parts that the next state shows too, because that state checks them.
        if (/^(chosen|step 2)$/.test(state) && !process.env.SOAK) return
        // site-pages.spec.ts checks the same header and footer.
        const violations = await axeViolations(page, ['main'])
        expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        // The browser logs the failed read of the times.
        if (/away|inquiry/.test(state)) complaints.splice(0)
      })
    }
  }
})
