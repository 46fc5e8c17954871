import type { APIRequestContext, Page, Request } from '@playwright/test'
import { answer, book, chooseAction, client, expect, inquire, openRequest, test, toast } from './admin'
import { shareStudio, MONDAY } from './fixtures'
import type { Studio } from '../studio'

shareStudio({ now: MONDAY })

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** The page's request of a server action. */
interface Sent {
  url: string
  headers: Record<string, string>
  body: Buffer
}

/** Runs `act` on the page and returns the request of its server action. */
async function caught(page: Page, act: () => Promise<void>): Promise<Sent> {
  const isAction = (request: Request) => Boolean(request.headers()['next-action'])
  // A limit, because a press that sends nothing would otherwise use up the test's time without a name.
  const [request] = await Promise.all([page.waitForRequest(isAction, { timeout: 20_000 }), act()])
  const { 'next-action': action = '', 'content-type': type = '', accept = '' } = request.headers()
  const headers = {
    'next-action': action,
    'content-type': type,
    accept,
    origin: new URL(request.url()).origin,
  }
  return { url: request.url(), headers, body: request.postDataBuffer() ?? Buffer.alloc(0) }
}

async function replay(request: APIRequestContext, { url, headers, body }: Sent) {
  const response = await request.post(url, { headers, data: body, maxRedirects: 0 })
  return { status: response.status(), text: await response.text() }
}

test.describe('the admin page’s requests', () => {
  // The first test records the requests, and the second replays them.
  test.describe.configure({ mode: 'serial' })

  const sent: Record<string, Sent> = {}
  const secrets = /Secret|secret\.|example\.org/
  let before = ''

  /** Every row that an action could change. */
  async function snapshot(studio: Studio) {
    const admin = await client(studio, studio.people.admin)
    return JSON.stringify(
      await Promise.all([
        admin.from('bookings').select('id, name, email, status').order('id'),
        admin.from('inquiries').select('id, name, email, status').order('id'),
        admin.from('availability').select().order('date').order('time_slot_id'),
        admin.from('recurring_availability').select().order('day_of_week').order('time_slot_id'),
        admin.from('time_slots').select().order('id'),
      ]).then((reads) => reads.map(({ data }) => data)),
    )
  }

  test('every change of an admin is made and confirmed @full', async ({ page, studio, complaints }) => {
    test.slow()
    const date = '2027-02-02' // a Tuesday
    await book(studio, { name: 'Secret Booker', date, nth: 3 })
    await inquire(studio, { name: 'Secret Writer' })
    // Only the actions are under test, so the page need not refresh after each.
    studio.proxy.set('down', '/realtime/')
    // Lists all requests, so that no handled row leaves the list.
    await page.goto(`/admin?date=${date}&view=all`)

    const details = (title: string) =>
      page
        .getByRole('group', { name: 'Manage Recurring Availability' })
        .locator('details')
        .filter({ has: page.getByText(title, { exact: true }) })
    async function record(name: string, title: string, text: string, act: () => Promise<void>) {
      await test.step(name, async () => {
        sent[name] = await caught(page, act)
        await toast(page, title, text).getByRole('button', { name: 'Close toast' }).click()
      })
    }
    const yes = (name: string) =>
      page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name, exact: true })
        .click()

    await record('booking status', 'Success', 'Booking confirmed successfully', async () => {
      await chooseAction(page, 'Secret Booker', 'Confirm')
    })
    await page.keyboard.press('Escape')
    await chooseAction(page, 'Secret Booker', 'Cancel booking')
    await answer(page, 'Cancel booking')
    const undo = toast(page, 'Success', 'Booking cancelled successfully').getByRole('button', {
      name: 'Undo',
    })
    await record('cancellation undone', 'Success', 'Booking restored successfully', () => undo.click())
    await page.keyboard.press('Escape')
    sent['inquiry status'] = await caught(page, () => chooseAction(page, 'Secret Writer', 'Mark as read'))
    const unread = toast(page, 'Success', 'Inquiry read successfully').getByRole('button', { name: 'Undo' })
    await record('inquiry restored', 'Success', 'Inquiry restored successfully', () => unread.click())
    await page.getByRole('checkbox', { name: 'Sunday' }).check()
    await page.getByLabel('Start time 1').fill('06:00')
    await record('availability form', 'Success', 'Availability has been updated.', () =>
      page.getByRole('button', { name: 'Save availability' }).click(),
    )
    await record('slot on a date', 'Success', 'Slot availability updated successfully', () =>
      page.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM', exact: true }).click(),
    )
    sent['weekly hours'] = await caught(page, () =>
      page.getByRole('button', { name: 'Back to the weekly hours' }).click(),
    )
    await record('weekly hours undone', 'Success', 'Availability has been updated.', () =>
      page.getByRole('button', { name: 'Undo' }).click(),
    )
    await record('whole date', 'Success', 'Date enabled successfully', () =>
      page.getByRole('button', { name: 'Enable date' }).click(),
    )
    await details('Wednesday').getByText('Wednesday', { exact: true }).click()
    await record('slot of a weekday', 'Success', 'Recurring availability updated successfully.', () =>
      page.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM on Wednesday' }).click(),
    )
    sent['slot out of a weekday'] = await caught(page, () =>
      page.getByRole('button', { name: 'Delete 9:00 AM – 9:30 AM from Wednesday' }).click(),
    )
    const putBack = toast(page, 'Success', 'Recurring pattern deleted successfully.')
    await record('removal undone', 'Success', 'Recurring availability updated successfully.', () =>
      putBack.getByRole('button', { name: 'Undo' }).click(),
    )
    await page.getByRole('button', { name: 'Delete Wednesday' }).click()
    await record(
      'weekday emptied',
      'Success',
      'All recurring availability for Wednesday has been deleted.',
      () => yes('Delete Wednesday'),
    )
    await details('All time slots').getByText('All time slots', { exact: true }).click()
    await page.getByLabel('New slot from').fill('22:00')
    await page.getByLabel('to', { exact: true }).fill('22:30')
    await record('slot made', 'Success', 'Time slot created successfully.', () =>
      page.getByRole('button', { name: 'Add', exact: true }).click(),
    )
    await page.getByRole('button', { name: 'Delete time slot 10:00 PM' }).click()
    await record('slot deleted', 'Success', 'Time slot deleted successfully.', () => yes('Delete time slot'))
    await record('erasure', 'Success', 'Personal data erased from 1 request', async () => {
      await openRequest(page, 'Secret Writer')
      await page.getByRole('button', { name: 'Erase personal data' }).click()
      await answer(page, 'Erase now')
    })
    expect(Object.keys(sent)).toHaveLength(16)

    // Restores everything by hand, so that a successful replay would show.
    const admin = await client(studio, studio.people.admin)
    await admin.from('bookings').update({ status: 'confirmed' }).eq('name', 'Secret Booker')
    before = await snapshot(studio)
    studio.proxy.set('none')
    complaints.length = 0 // the browser logs each connection that failed
  })

  test('an admin’s own session changes nothing with made-up ids @full', async ({ request, studio }) => {
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
    for (const [name, action] of Object.entries(sent)) {
      const body = action.body.toString()
      // Leaves out the ids of an emptied weekday, because they only name the seen slots, and those of a
      // deleted slot, because it is not restored.
      if (!uuid.test(body) || ['weekday emptied', 'weekly hours undone'].includes(name)) continue
      // Each replay renders the whole page, so all actions get an unknown id and only one an invalid id.
      const made = name === 'booking status' ? [NOBODY, "' or true --"] : [NOBODY]
      for (const forged of made) {
        const response = await replay(request, {
          ...action,
          body: Buffer.from(body.replace(uuid, forged)),
        })
        expect(response.status, `${name} with the id ${forged}`).toBeLessThan(500)
        // The response also has the page, with the data that this admin may see. The result itself must
        // quote nothing.
        const result = response.text.split('\n').find((line) => line.includes('"failed":'))
        expect(result, `${name} with the id ${forged}`).toBeTruthy()
        expect(result, `${name} with the id ${forged}`).not.toMatch(secrets)
      }
    }
    expect(await snapshot(studio), 'nothing changed').toBe(before)
  })
})

test('a sign-in with an empty form names the missing fields @full', async ({ otherBrowser }) => {
  const page = await otherBrowser()
  await page.goto('/login')
  await expect(page.locator('form[novalidate]')).toBeVisible() // posts by script from then on
  const sent = await caught(page, () => page.getByRole('button', { name: 'Sign In' }).click())
  const headers = { ...sent.headers, 'content-type': 'text/plain;charset=UTF-8' }
  for (const junk of ['[null]', '[null,null]', '[null,"x"]', '[null,{"email":"x"}]']) {
    const response = await replay(page.request, { ...sent, headers, body: Buffer.from(junk) })
    expect(response.status, junk).toBe(200)
    expect(response.text, junk).toContain('You must provide either an email')
  }
})
