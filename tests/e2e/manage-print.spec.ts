import type { Page } from '@playwright/test'
import { choose, fillIn, says, pathOfBooking } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

/**
 * Expects that the page prints on one sheet, dark on white, with only these headings, links and
 * controls.
 */
async function expectPrinted(page: Page, headings: string[], texts: string[]): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading')).toHaveText(headings)
  for (const role of ['link', 'button', 'textbox', 'radio', 'form', 'grid', 'table', 'navigation'] as const)
    await expect(page.getByRole(role), role).toHaveCount(0)
  await expect(page.locator('form, summary').filter({ visible: true })).toHaveCount(0)
  for (const text of texts) await expect(page.getByRole('main')).toContainText(text)
  const wrong = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        const looks = `${color} on ${backgroundColor}`
        return ['rgb(0, 0, 0) on rgb(255, 255, 255)', 'rgb(0, 0, 0) on rgba(0, 0, 0, 0)'].includes(looks)
          ? []
          : [`${element.tagName} ${looks}`]
      }),
  )
  expect(wrong).toEqual([])
  for (const format of ['A4', 'Letter']) {
    const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }
    const pdf = (await page.pdf({ format, margin, preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g), `sheets of ${format}`).toHaveLength(1)
    expect(pdf, 'the printer’s own paper').toContain(
      format === 'A4' ? 'MediaBox [0 0 59' : 'MediaBox [0 0 612 792]',
    )
  }
  await page.emulateMedia({ media: null, colorScheme: null })
}

test('a printed booking is one sheet, dark on white, with the call and the whole URL of its page @full', async ({
  page,
}) => {
  await choose(page, '2026-11-25', '9:00 am')
  const message = 'An idea that takes some lines.\n'.repeat(160).trim()
  await fillIn(page, { name: 'Paper '.repeat(16).trim(), email: 'paper@example.com', message })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toBeFocused()
  const address = new URL(await pathOfBooking(page), page.url()).href
  await expectPrinted(page, [says.bookingCreated], ['25 November 2026', '9:00 am', address])

  await page.goto(address)
  // The calendars come last, because their menu covers the parts below it.
  for (const summary of (await page.locator('summary').all()).toReversed()) await summary.click()
  await expectPrinted(page, ['We have your booking'], ['25 November 2026', '9:00 am', 'Paper', address])
})
