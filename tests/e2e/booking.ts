import { addDays, dateAt } from '@/lib/dates'
import type { Studio } from '../studio'
import type { Page } from '@playwright/test'
import { expect, holdRequests } from './fixtures'

/** The texts of the booking page, word for word. */
export const says = {
  today: 'No times are available for today. Please select another date.',
  loading: 'Loading...',
  none: 'No available time slots for this date.',
  unreachable: 'We could not reach our calendar just now.',
  contact: 'Need a different time? Contact us',
  book: 'Book a free strategy call',
  send: 'Send message',
  submitting: 'Submitting...',
  missing: 'Please fill in your name and email',
  pickBoth: 'Please select a date and time for your booking',
  bookingFailed: 'Failed to create booking. This time slot may already be booked.',
  bookingNotMade: 'Failed to create booking.',
  inquiryFailed: 'Failed to submit inquiry',
  bookingUnknown: 'We do not know yet whether your booking arrived.',
  inquiryUnknown: 'We do not know yet whether your message arrived.',
  hiddenField: 'A hidden field was filled in, perhaps by your browser. Press the button again to send.',
  bookingCreated: 'Booking created successfully',
  inquirySent: 'Inquiry submitted successfully',
  bookingToast: "Your booking has been submitted successfully. We'll be in touch soon!",
  inquiryToast: "Your message has been sent successfully. We'll get back to you soon!",
} as const

export const day = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
export const time = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
export const alert = (page: Page) =>
  page.getByRole('group', { name: 'Not sent' }).or(page.getByRole('alert', { name: 'Not sent' }))

/**
 * The sentence of a success: first a toast, then text below the page's heading.
 */
export const saidOnce = (page: Page, words: string) => page.getByText(words).filter({ visible: true })

/** Leaves the confirmation for another call. */
export async function bookAgain(page: Page): Promise<void> {
  const another = page.getByRole('button', { name: 'Book another call' })
  const again = another.or(page.getByRole('link', { name: 'Book a free call', exact: true }))
  await again.click()
}

/** The path of the booking's own page, from its confirmation. */
export async function pathOfBooking(page: Page): Promise<string> {
  const file = page.getByRole('link', { name: /^Calendar file/, includeHidden: true })
  return ((await file.getAttribute('href')) ?? '').replace('/call.ics', '')
}

/** Opens step 2 for a date and time, as a visitor does. */
export async function choose(page: Page, date: string, clock: string): Promise<void> {
  await page.goto(`/booking?date=${date}`)
  await time(page, clock).check()
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
}

export async function fillIn(
  page: Page,
  who: { name?: string; email: string; message?: string },
): Promise<void> {
  await page.getByLabel('Name').fill(who.name ?? 'Ana')
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Tell us about your product').fill(who.message ?? '')
}

/** The stored bookings and inquiries, read as an admin. */
export async function stored(studio: Studio) {
  const supabase = await studio.clientOf(studio.people.admin)
  const [bookings, inquiries] = await Promise.all([
    supabase
      .from('bookings')
      .select('name, email, date, message, package, status, time_slots(start_time)')
      .throwOnError(),
    supabase.from('inquiries').select('name, email, message, package, status').throwOnError(),
  ])
  return { bookings: bookings.data, inquiries: inquiries.data }
}

/** The site's response to a path. */
export async function read({ url }: { url: string }, path: string) {
  const response = await fetch(url + path)
  return { status: response.status, text: await response.text() }
}

let unread = 60

/**
 * Expects that during a failure of the backend the static pages are readable, and the others say that
 * the times are unknown.
 */
export async function expectReadableWithoutBackend(studio: Studio, fault: string) {
  // Two unread months, because the site caches reads for a moment.
  unread += 40
  const later = addDays(dateAt(), unread)
  const [booking, slots, health, ...pages] = await Promise.all(
    [`/booking?date=${later}`, `/api/slots?from=${later}&to=${later}`, '/api/health', '/', '/about'].map(
      (path) => read(studio, path),
    ),
  )
  expect(
    pages.map(({ status }) => status),
    `/ and /about while ${fault}`,
  ).toEqual([200, 200])
  expect(booking?.status, `/booking while ${fault}`).toBe(200)
  expect(booking?.text, `/booking while ${fault}`).toContain(says.unreachable)
  expect(booking?.text, `/booking while ${fault}`).not.toContain(says.none)
  expect(booking?.text, `/booking while ${fault}`).toContain('Retry')
  expect(slots, fault).toEqual({ status: 503, text: '{"error":"The times could not be read."}' })
  expect(health?.status, fault).toBe(503)
}

/** Waits until the next press counts as a new one, not as the second half of a double press. */
export async function moment(page: Page): Promise<void> {
  const now = await page.evaluate(() => performance.now())
  await page.waitForFunction((from) => performance.now() - from > 700, now)
}

/**
 * Turns the page into one of an earlier build: from now on the ids of its actions are unknown. Its next
 * document is of the current build.
 */
export async function deploy(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const headers = route.request().headers()
    const action = headers['next-action']
    if (action)
      await route.continue({ headers: { ...headers, 'next-action': action.replace(/.{6}$/, '000000') } })
    else await route.continue()
  })
  page.once('load', () => void page.unrouteAll())
}

/** Opens a page and holds its scripts. Returns a function that releases them. */
export async function openSlowly(page: Page, address: string): Promise<() => void> {
  const arrive = await holdRequests(page, '**/*.js')
  await page.goto(address, { waitUntil: 'commit' })
  return arrive
}
