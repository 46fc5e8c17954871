/**
 * Uses forms as a browser without JavaScript does: reads a page's form, posts it, and reads the
 * next page.
 */
import { JSDOM } from 'jsdom'
import type { Entries } from '../lib/booking/form'
import { encodeSlot, type TimeSlot } from '../lib/booking/slots'
import { addDays, dateAt } from '../lib/dates'

/** A POST request, for fetch and for node:http. */
export interface Post {
  path: string
  headers: Record<string, string>
  body: string
}

/** The fields of a page's form; for the booking form also the request's id and the offered times. */
export interface FormPage {
  fields: Record<string, string>
  requestId: string
  times: string[]
}

/** What the page after a post shows: the stored request, or the error with all entries. */
export type PageState =
  | { status: 'success'; message: string }
  | { status: 'error'; message: string; detail: string; entries: Record<string, string> }

/** Fetches a page and reads its form. Throws if the page has no form. */
export async function readForm(url: string): Promise<FormPage> {
  return parseForm(await (await fetch(url)).text())
}

/** Reads the form in a page's HTML, as {@link readForm} does. */
export function parseForm(html: string): FormPage {
  const page = parsePage(html)
  const fields = fieldsOf(page)
  if (Object.keys(fields).length === 0) throw new Error('The page has no form.')
  const radios = page.window.document.querySelectorAll<HTMLInputElement>('input[name=time]')
  return { fields, requestId: fields.request_id ?? '', times: [...radios].map(({ value }) => value) }
}

/** Parses a page without its scripts and SVGs, because those take the longest. */
const parsePage = (html: string) => new JSDOM(html.replace(/<(script|svg)\b[^]*?<\/\1>/g, ''))

/** Reads the form of /booking. */
export const readFormPage = (siteUrl: string) => readForm(`${siteUrl}/booking`)

/**
 * Posts a form's `fields` with `entries` over them, and returns the response. Rejects without a
 * response. `alert` is parsed only when it is read: parsing hundreds of pages would block the fault
 * proxy in this process.
 */
export async function postForm(
  url: string,
  fields: Record<string, string>,
  entries: [string, string | Blob][],
  more: Record<string, string> = {},
) {
  const body = new FormData()
  const entered = new Set(entries.map(([name]) => name))
  for (const [name, value] of Object.entries(fields)) if (!entered.has(name)) body.append(name, value)
  for (const [name, value] of entries) body.append(name, value)
  const headers = { origin: new URL(url).origin, ...more }
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body, headers })
  const html = await response.text()
  return {
    status: response.status,
    cookies: response.headers.getSetCookie(),
    /** The cookies as the browser sends them next: if the response sets one twice, the later one counts. */
    get cookie() {
      return cookieHeader(response.headers.getSetCookie())
    },
    /** Where the response redirects to; without a redirect the page's own URL. */
    location: new URL(response.headers.get('location') ?? '', url).href,
    html,
    get alert() {
      return parsePage(html).window.document.querySelector('[role=alert]')?.textContent ?? ''
    },
  }
}

/** The Cookie header of a browser that got these Set-Cookie headers, in this order. */
export function cookieHeader(set: string[]): string {
  const jar = new Map(set.map((cookie) => cookie.split(';')[0]?.split('=') as [string, string]))
  return [...jar].map((pair) => pair.join('=')).join('; ')
}

/** The POST request that sends the booking form with these entries. */
export function bookingPost({ fields }: FormPage, entries: Partial<Entries>): Post {
  const boundary = 'studio-form'
  const parts = Object.entries({ ...fields, ...entries }).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    path: '/booking',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join('')}--${boundary}--\r\n`,
  }
}

/** What a page shows after a post, or null if the page has no result. */
export function readState(html: string): PageState | null {
  const page = parsePage(html)
  const textOf = (selector: string) => page.window.document.querySelector(selector)?.textContent.trim() ?? ''
  const stored = page.window.document.querySelector('#confirmation') && textOf('h1')
  if (stored) return { status: 'success', message: stored }
  const [message, detail] = [textOf('[role=alert] p'), textOf('[role=alert] p + p')]
  return message ? { status: 'error', message, detail, entries: fieldsOf(page) } : null
}

/** Posts the booking form. Returns the response's status and what the page shows. */
export async function postBooking(
  siteUrl: string,
  page: FormPage,
  entries: Partial<Entries>,
  more: Record<string, string> = {},
) {
  const entered = Object.entries({ request_id: page.requestId, ...entries })
  const { status, html } = await postForm(`${siteUrl}/booking`, page.fields, entered, more)
  return { status, state: readState(html) }
}

/** All bookable times within `ahead` days, soonest first, as values of the field `time`. */
export async function freeTimes(siteUrl: string, ahead = 365): Promise<string[]> {
  const times: string[] = []
  for (let days = 1; days < ahead; days += 60) {
    const [from, to] = [addDays(dateAt(), days), addDays(dateAt(), days + 59)]
    const response = await fetch(`${siteUrl}/api/slots?from=${from}&to=${to}`)
    const { slots } = (await response.json()) as { slots: TimeSlot[] }
    times.push(...slots.map(encodeSlot))
  }
  return times
}

function fieldsOf({ window }: JSDOM): Record<string, string> {
  // A form with an empty field is the page's own, not one with a button only, such as 'Log out'.
  const forms = [...window.document.querySelectorAll<HTMLFormElement>('form[method=post i]')]
  const form = forms.find((one) => one.querySelector('[required]')) ?? forms[0]
  return form ? (Object.fromEntries(new window.FormData(form)) as Record<string, string>) : {}
}
