import { chromium } from '@playwright/test'
import { fullBrowserPath } from '../../scripts/browser'
import { choose, says, stored } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

/** Chrome's data for a person with a saved address. */
const address = {
  fields: Object.entries({
    NAME_FULL: 'Ana Smith',
    NAME_FIRST: 'Ana',
    NAME_LAST: 'Smith',
    EMAIL_ADDRESS: 'ana@example.com',
    COMPANY_NAME: 'Acme Ltd',
    ADDRESS_HOME_LINE1: '1 Cuba Street',
    ADDRESS_HOME_CITY: 'Wellington',
    ADDRESS_HOME_ZIP: '6011',
    ADDRESS_HOME_COUNTRY: 'NZ',
    PHONE_HOME_WHOLE_NUMBER: '+6441234567',
  }).map(([name, value]) => ({ name, value })),
}

// A soak, because it may have to install a full Chromium. The result depends on the field's attributes,
// which booking-flow.spec.ts checks.
test(
  'the browser fills in a saved address with a company, and the booking is stored',
  { tag: '@soak' },
  async ({ studio }) => {
    test.setTimeout(10 * 60_000) // may install a full Chromium first
    const browser = await chromium.launch({ executablePath: fullBrowserPath(), args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage({ baseURL: studio.url })
      await choose(page, '2026-11-25', '9:00 am')
      const browserItself = await page.context().newCDPSession(page)
      await browserItself.send('Autofill.enable')
      await browserItself.send('Autofill.setAddresses', { addresses: [address] })
      const { root } = await browserItself.send('DOM.getDocument', { depth: -1 })
      const { nodeId } = await browserItself.send('DOM.querySelector', {
        nodeId: root.nodeId,
        selector: '#booking-name',
      })
      const { node } = await browserItself.send('DOM.describeNode', { nodeId })
      await page.getByLabel('Name').click()
      await browserItself.send('Autofill.trigger', { fieldId: node.backendNodeId, address })
      await expect(page.getByLabel('Email')).toHaveValue('ana@example.com')

      await page.getByRole('button', { name: says.book }).click()
      await expect(page.getByRole('region', { name: says.bookingCreated })).toBeVisible()
      expect((await stored(studio)).bookings).toContainEqual(
        expect.objectContaining({ name: 'Ana Smith', email: 'ana@example.com', date: '2026-11-25' }),
      )
    } finally {
      await browser.close()
    }
  },
)
