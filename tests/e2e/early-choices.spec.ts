import type { Page } from '@playwright/test'
import { book } from './admin'
import { fillIn, next, openSlowly, says, time } from './booking'
import { expect, MONDAY, shareStudio, test } from './fixtures'
import { linkOf } from './manage'
import { makeOffer } from './offers'

shareStudio({ now: MONDAY })

/** Adds nodes as an extension does, so that React discards the page's HTML and renders it again. */
const addNodes = (page: Page) =>
  page.evaluate(() => {
    for (const form of document.querySelectorAll('main form')) form.prepend(document.createElement('div'))
  })

for (const { by, addsNodes } of [
  { by: 'a slow page', addsNodes: false },
  { by: 'an extension’s nodes', addsNodes: true },
])
  test(`a choice made before hydration survives ${by} @full`, async ({ page, studio, complaints }) => {
    /** Opens a page, runs `act` before its scripts, then releases them. */
    async function early(path: string, act: () => Promise<void>) {
      const arrive = await openSlowly(page, path)
      await act()
      if (addsNodes) await addNodes(page)
      arrive()
      await page.waitForLoadState('networkidle')
      await page.unrouteAll()
    }
    const answer = page.getByRole('radio', { name: /^One group of people/ })
    await early('/start', () => answer.check())
    await expect(answer).toBeChecked()

    const offer = await makeOffer(studio, `Early ${by}`)
    const agree = page.getByRole('checkbox')
    const name = page.getByLabel('Your full name')
    await early(offer.path, async () => {
      await agree.check()
      await name.fill('Early Eru')
    })
    await expect(agree).toBeChecked()
    await expect(name).toHaveValue('Early Eru')

    const { id } = await book(studio, { name: `Early ${by}`, date: '2026-12-01', nth: addsNodes ? 1 : 0 })
    await early(`${linkOf(studio, id)}?date=2026-12-03#move`, () => time(page, '10:00 am').check())
    await expect(time(page, '10:00 am')).toBeChecked()

    await early('/booking?date=2026-11-26', () => time(page, '2:00 pm').check())
    await expect(time(page, '2:00 pm')).toBeChecked()
    await next(page).click()
    await fillIn(page, { email: 'early@example.org' })
    await expect(page.getByRole('button', { name: says.book })).toBeVisible()
    // With an extension's nodes React logs that it renders again; nothing else may appear.
    expect(complaints.splice(0).filter((line) => !addsNodes || !/#418/.test(line))).toEqual([])
  })
