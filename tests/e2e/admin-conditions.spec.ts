import type { Page } from '@playwright/test'
import { createAdmin } from '@/scripts/admin-create'
import type { Studio } from '../studio'
import {
  book,
  chooseAction,
  client,
  closeToasts,
  inquire,
  loseResponses,
  chooseVerb,
  openRequest,
  raiseCaps,
  test,
} from './admin'
import { addDays } from '@/lib/dates'
import { openHours } from '../http/fixtures'
import { expect, MONDAY, setStudioClock, signIn } from './fixtures'

// The steps after an admin's action (its Undo, or the yes to its question) while something is away.
test.use({ studioOptions: { file: import.meta.url, now: MONDAY, sql: raiseCaps } })
test.afterEach(({ studio }) => studio.proxy.set('none'))

/** An admin for this file only, so that ending this session ends no session of other files. */
const tane = { email: 'tane@studio.test', password: 'kauri-in-the-south-wind' }

type Admin = Awaited<ReturnType<typeof client>>

interface Act {
  /** Creates the target with this name, on this otherwise empty date. */
  prepare: (studio: Studio, name: string, date: string) => Promise<unknown>
  /** Runs the action, up to its message or its question. */
  press: (page: Page, name: string, date: string) => Promise<void>
  /** The other admin's change meanwhile. It must stand: no one overwrites a change that they have not seen. */
  meanwhile: (admin: Admin, name: string, date: string, studio: Studio) => PromiseLike<unknown>
  /** The stored result of the other admin's change. */
  stored: (admin: Admin, name: string, date: string) => Promise<unknown>
  /** The button to press. */
  path?: (name: string, date: string) => string
}

const search = (name: string) => `/admin?view=all&q=${encodeURIComponent(name)}`
const onDate = (_: string, date: string) => `/admin?date=${date}`
const confirm = (page: Page, name: string) => chooseAction(page, name, 'Confirm')
const close = async (page: Page, _: string, date: string) => {
  await page.getByLabel('From', { exact: true }).fill(date)
  await page.getByRole('button', { name: 'Close dates' }).click()
}
const closed = (studio: Studio, _: string, date: string) =>
  studio.sql(`insert into public.closed_dates (date, reason) values ('${date}', 'Painting')`)
const slotAt = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).first()

const call = {
  meanwhile: (admin: Admin, name: string) =>
    admin.from('bookings').update({ status: 'cancelled' }).eq('name', name).throwOnError(),
  stored: async (admin: Admin, name: string) =>
    (await admin.from('bookings').select('status, date').eq('name', name).throwOnError()).data,
}
const message = {
  meanwhile: (admin: Admin, name: string) =>
    admin.from('inquiries').update({ status: 'read' }).eq('name', name).throwOnError(),
  stored: async (admin: Admin, name: string) =>
    (await admin.from('inquiries').select('status').eq('name', name).throwOnError()).data,
}
/** Books a call while the question is open, after it named the existing calls. */
const bookedMeanwhile = (_: Admin, name: string, date: string, studio: Studio) =>
  book(studio, { name: `${name} later`, date })
const dates = {
  stored: async (admin: Admin, _: string, date: string) =>
    (await admin.from('closed_dates').select('date, reason').eq('date', date).throwOnError()).data,
}

/** Actions with an Undo. */
const undoable: Record<string, Act> = {
  'a call that was confirmed': {
    ...call,
    prepare: (studio, name, date) => book(studio, { name, date }),
    press: confirm,
  },
  'a message that was archived': {
    ...message,
    prepare: (studio, name) => inquire(studio, { name }),
    press: (page, name) => chooseAction(page, name, 'Archive'),
  },
  'an answer that was noted': {
    ...message,
    prepare: (studio, name) => inquire(studio, { name }),
    async press(page, name) {
      await openRequest(page, name)
      await chooseVerb(page, 'I answered another way')
    },
  },
  'a call that was moved': {
    ...call,
    prepare: (studio, name, date) => book(studio, { name, date }),
    async press(page, name, date) {
      await chooseAction(page, name, 'Move call…')
      const form = page.getByRole('dialog', { name: 'Move the call' })
      await form.getByLabel('Date').fill(date)
      await form.getByLabel(/^Time/).selectOption({ index: 3 })
      await form.getByRole('button', { name: 'Move the call' }).click()
    },
  },
  'a visitor who was told': {
    ...call,
    async prepare(studio, name, date) {
      const { id } = await book(studio, { name, date })
      await studio.sql(`update public.bookings set status = 'confirmed' where id = '${id}'`)
    },
    async press(page, name) {
      const record = await openRequest(page, name)
      await record.getByRole('button', { name: `Told ${name}` }).click()
    },
  },
  'dates that were closed': {
    ...dates,
    meanwhile: (admin, _, date) =>
      admin.rpc('close_dates', { p_from: date, p_to: date, p_reason: 'Theirs' }).throwOnError(),
    prepare: () => Promise.resolve(),
    press: close,
    path: onDate,
  },
  'a date that was opened': {
    ...dates,
    meanwhile: (admin, _, date) =>
      admin.rpc('close_dates', { p_from: date, p_to: date, p_reason: 'Theirs' }).throwOnError(),
    prepare: closed,
    press: (page) =>
      page
        .getByRole('button', { name: /^Open .* again$/ })
        .first()
        .click(),
    path: onDate,
  },
}

/** Actions with a question. */
const asking: Record<string, Act> = {
  'closing a date over a call': {
    ...dates,
    meanwhile: bookedMeanwhile,
    prepare: (studio, name, date) => book(studio, { name, date }),
    press: close,
    path: onDate,
  },
  'a time switched off over a call': {
    // The visitor cancelled the call, and somebody else booked its time.
    async meanwhile(admin, name, date, studio) {
      await call.meanwhile(admin, name)
      await bookedMeanwhile(admin, name, date, studio)
    },
    stored: async (admin, _, date) =>
      (await admin.from('availability').select('time_slot_id, is_available').eq('date', date).throwOnError())
        .data,
    prepare: (studio, name, date) => book(studio, { name, date }),
    press: (page) =>
      slotAt(page, '9:00 AM – 9:30 AM')
        .getByRole('button', { name: /^Disable/ })
        .click(),
    path: onDate,
  },
  'confirming what its visitor cancelled': {
    ...call,
    meanwhile: (admin, name) =>
      admin.from('bookings').update({ status: 'pending' }).eq('name', name).throwOnError(),
    async prepare(studio, name, date) {
      const { id } = await book(studio, { name, date })
      const visitor = await client(studio)
      await visitor
        .rpc('cancel_managed_booking', {
          p_site_key: studio.siteKey ?? '',
          p_id: id,
          p_link_version: 1,
          p_seen_sequence: 0,
          p_reason: 'The shop is sold.',
        })
        .throwOnError()
    },
    press: confirm,
  },
}

const all = [
  ...Object.entries(undoable).map(([what, act]) => ({ what, act, next: 'Undo' as const })),
  ...Object.entries(asking).map(([what, act]) => ({ what, act, next: 'yes' as const })),
]

for (const [nth, { what, act, next }] of all.entries())
  test(
    `${what}: its ${next} happens once, whatever fails during the press`,
    { tag: '@soak' },
    async ({ otherBrowser, studio, complaints }) => {
      await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, tane.email, tane.password)
      const page = await otherBrowser({ reducedMotion: 'reduce' })
      await setStudioClock(page.context(), MONDAY)
      await page.context().addCookies(openHours(studio.url))
      await signIn(page, tane)
      let day = addDays('2027-02-01', nth * 7) // a Monday
      const success = page.locator('[data-sonner-toast][data-type=success][data-removed=false]')
      const button = () =>
        next === 'Undo'
          ? success.getByRole('button', { name: 'Undo' })
          : page.getByRole('alertdialog').getByRole('button').last()
      const said = page.getByRole('region', { name: /Notifications/ })

      async function begin(how: string) {
        const name = `${how} ${nth}`
        const date = day
        day = addDays(day, 1)
        await closeToasts(page) // the next page would show the Undo again
        await page.goto('about:blank')
        await act.prepare(studio, name, date)
        await page.goto((act.path ?? search)(name, date))
        await act.press(page, name, date)
        await expect(button()).toBeEnabled()
        return name
      }

      await test.step('pressed twice at once', async () => {
        await begin('Twice')
        let posts = 0
        const count = (request: { method: () => string }) => (posts += Number(request.method() === 'POST'))
        page.on('request', count)
        await button().evaluate((element: HTMLButtonElement) => {
          element.click()
          element.click()
        })
        await expect(said).toContainText(/Success/)
        await expect(said).not.toContainText('Error')
        expect(posts).toBe(1)
        page.off('request', count)
      })
      await test.step('its response is lost', async () => {
        await begin('Lost')
        await loseResponses(page)
        await button().click()
        await expect(said).toContainText('We do not know whether it was done.')
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await expect(said).toContainText(/shows how it stands|Success/, { timeout: 15_000 })
        await expect(said).not.toContainText(/Failed|changed meanwhile/)
      })
      await test.step('the backend is away for half a minute', async () => {
        await begin('Away')
        studio.proxy.set('down')
        await button().click()
        await expect(said).toContainText(/Failed|not done|not undone|do not know/)
        await studio.jump(30_000)
        studio.proxy.set('none')
        const again = page.getByRole('button', { name: 'Try again' })
        if (next === 'Undo') {
          await expect(again).toBeVisible()
          await again.click()
          await expect(success).toBeVisible()
        }
      })
      await test.step('another admin’s or a visitor’s change meanwhile stands', async () => {
        const name = await begin('Other')
        const date = addDays(day, -1)
        const other = await client(studio, studio.people.admin)
        await act.meanwhile(other, name, date, studio)
        const before = await act.stored(other, name, date)
        const responded = page.waitForResponse((response) => response.request().method() === 'POST')
        await button().click()
        await responded // the refresh begins after the action
        expect(await act.stored(other, name, date)).toEqual(before)
      })
      await test.step('the session has ended', async () => {
        await begin('Ended')
        await studio.sql(
          `delete from auth.sessions where user_id = (select id from auth.users where email = '${tane.email}')`,
        )
        await button().click()
        await page.waitForURL(/\/login/)
        await expect(page.getByText('Your session has ended.')).toBeVisible()
      })
      complaints.length = 0 // the browser logs each failed request
    },
  )
