/** The booking form as a browser without JavaScript has it: what the page holds, the post it makes, and what the page says then. */
import { JSDOM } from 'jsdom'
import type { Entries } from '../lib/booking/form'
import { encodeChoice, type PackedSlots, unpackSlots } from '../lib/booking/slots'
import { addDays, dateAt } from '../lib/dates'

/** A post that fetch and node:http both take. */
export interface Post {
  path: string
  headers: Record<string, string>
  body: string
}

/** The fields of the page's form as they are when it opens, and the id of the request among them. */
export interface FormPage {
  fields: Record<string, string>
  requestId: string
}

/** What the page says after a post: what was stored, or why nothing was, with everything that was typed. */
export type PageState =
  | { status: 'success'; message: string }
  | { status: 'error'; message: string; detail: string; entries: Record<string, string> }

/** Reads the form out of the page. Throws when the page has none. */
export async function readFormPage(siteUrl: string): Promise<FormPage> {
  const fields = fieldsOf(new JSDOM(await (await fetch(`${siteUrl}/booking`)).text()))
  if (!fields.request_id) throw new Error('The page has no booking form.')
  return { fields, requestId: fields.request_id }
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

/** What the page says after a post, or null when it says nothing of one. */
export function readState(html: string): PageState | null {
  const page = new JSDOM(html)
  const textOf = (selector: string) => page.window.document.querySelector(selector)?.textContent.trim() ?? ''
  const stored = textOf('#confirmation h2')
  if (stored) return { status: 'success', message: stored }
  const [message, detail] = [textOf('[role=alert] p'), textOf('[role=alert] p + p')]
  return message ? { status: 'error', message, detail, entries: fieldsOf(page) } : null
}

/** Posts the form, with these headers besides, and returns the response's status and what the page says. Rejects when there is none. */
export async function postBooking(
  siteUrl: string,
  page: FormPage,
  entries: Partial<Entries>,
  more: Record<string, string> = {},
) {
  const { path, headers, body } = bookingPost(page, { request_id: page.requestId, ...entries })
  const response = await fetch(siteUrl + path, { method: 'POST', headers: { ...headers, ...more }, body })
  return { status: response.status, state: readState(await response.text()) }
}

/** Every time that can be booked, soonest first, as the form's values. */
export async function freeTimes(siteUrl: string): Promise<string[]> {
  const times: string[] = []
  for (let days = 1; days < 365; days += 60) {
    const [from, to] = [addDays(dateAt(), days), addDays(dateAt(), days + 59)]
    const packed = (await (await fetch(`${siteUrl}/api/slots?from=${from}&to=${to}`)).json()) as PackedSlots
    for (const [date, slots] of Object.entries(unpackSlots(packed))) {
      for (const slot of slots) times.push(encodeChoice({ date, ...slot }))
    }
  }
  return times
}

function fieldsOf({ window }: JSDOM): Record<string, string> {
  const form = window.document.querySelector<HTMLFormElement>('form[method=post i]')
  return form ? (Object.fromEntries(new window.FormData(form)) as Record<string, string>) : {}
}
