/**
 * Forms as a browser without JavaScript uses them: reads the form, posts it, reads the page that
 * comes back.
 */
import { JSDOM } from 'jsdom'
import type { Entries } from '../lib/booking/form'
import { encodeSlot, type TimeSlot } from '../lib/booking/slots'
import { addDays, dateAt } from '../lib/dates'

/** A post that fetch and node:http both take. */
export interface Post {
  path: string
  headers: Record<string, string>
  body: string
}

/**
 * The fields of a page's form as they are when it opens; on the booking page also the id of the
 * request and the times it offers.
 */
export interface FormPage {
  fields: Record<string, string>
  requestId: string
  times: string[]
}

/**
 * What the page says after a post: what was stored, or why nothing was, with everything that was
 * typed.
 */
export type PageState =
  | { status: 'success'; message: string }
  | { status: 'error'; message: string; detail: string; entries: Record<string, string> }

/** Reads the form out of a page. Throws when the page has none. */
export async function readForm(url: string): Promise<FormPage> {
  return parseForm(await (await fetch(url)).text())
}

/** {@link readForm} for a page's HTML. */
export function parseForm(html: string): FormPage {
  const page = parsePage(html)
  const fields = fieldsOf(page)
  if (Object.keys(fields).length === 0) throw new Error('The page has no form.')
  const radios = page.window.document.querySelectorAll<HTMLInputElement>('input[name=time]')
  return { fields, requestId: fields.request_id ?? '', times: [...radios].map(({ value }) => value) }
}

/** A page without its scripts and drawings, which take longest to parse. */
const parsePage = (html: string) => new JSDOM(html.replace(/<(script|svg)\b[^]*?<\/\1>/g, ''))

/** The booking page's form. */
export const readFormPage = (siteUrl: string) => readForm(`${siteUrl}/booking`)

/** The fields by which Next finds the action, without what a person enters. */
export function actionFields({ fields }: FormPage): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('$ACTION')))
}

/**
 * Posts a form's fields and what was entered in place of them, with these headers besides. Rejects
 * when there is no response. The page's `alert` is read when it is asked for: reading hundreds
 * would hold up the fault proxy, which is in this process.
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
    /** Where a redirect leads; the page itself without one. */
    location: new URL(response.headers.get('location') ?? '', url).href,
    html,
    get alert() {
      return parsePage(html).window.document.querySelector('[role=alert]')?.textContent ?? ''
    },
  }
}

/** The post of a form in which a person has entered this. */
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

/** The result that a page shows after a post, or null when it shows none. */
export function readState(html: string): PageState | null {
  const page = parsePage(html)
  const textOf = (selector: string) => page.window.document.querySelector(selector)?.textContent.trim() ?? ''
  const stored = page.window.document.querySelector('#confirmation') && textOf('h1')
  if (stored) return { status: 'success', message: stored }
  const [message, detail] = [textOf('[role=alert] p'), textOf('[role=alert] p + p')]
  return message ? { status: 'error', message, detail, entries: fieldsOf(page) } : null
}

/** Posts the booking form and returns the response's status and what the page says. */
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

/** Every time that can be booked within so many days, soonest first, as the form's values. */
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
  const form = window.document.querySelector<HTMLFormElement>('form[method=post i]')
  return form ? (Object.fromEntries(new window.FormData(form)) as Record<string, string>) : {}
}
