/** The booking form as a program meets it: what the page holds, and the post that a hydrated page makes of it. */
import type { BookingState, Entries } from '../lib/booking/form'
import { encodeChoice, type PackedSlots, unpackSlots } from '../lib/booking/slots'
import { addDays, dateAt } from '../lib/dates'

/** A post that fetch and node:http both take. */
export interface Post {
  path: string
  headers: Record<string, string>
  body: string
}

/** What a post needs to know of the page: the id of the action and the request. */
export interface FormPage {
  actionId: string
  requestId: string
}

/** Reads the form out of the page. Throws when the page has none. */
export async function readFormPage(siteUrl: string): Promise<FormPage> {
  const html = await (await fetch(`${siteUrl}/booking`)).text()
  const [, actionId] = /&quot;id&quot;:&quot;(\w+)&quot;/.exec(html) ?? []
  const [, requestId] = /name="request_id" value="([^"]+)"/.exec(html) ?? []
  if (!actionId || !requestId) throw new Error('The page has no booking form.')
  return { actionId, requestId }
}

/** The post of a form in which a person has entered this. */
export function bookingPost({ actionId }: Pick<FormPage, 'actionId'>, entries: Partial<Entries>): Post {
  const boundary = 'studio-form'
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = Object.entries(entries).map(([name, value]) => part(`_1_${name}`, value))
  return {
    path: '/booking',
    headers: {
      'next-action': actionId,
      accept: 'text/x-component',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: `${fields.join('')}${part('0', '[{"status":"idle"},"$K1"]')}--${boundary}--\r\n`,
  }
}

/** The state in an action's answer, or null when there is none. */
export function readState(answer: string): BookingState | null {
  const [, state] = /^1:(\{.*\})$/m.exec(answer) ?? []
  return state ? (JSON.parse(state) as BookingState) : null
}

/** Posts the form, with these headers besides, and returns the answer's status and state. Rejects when there is no answer. */
export async function postBooking(
  siteUrl: string,
  page: FormPage,
  entries: Partial<Entries>,
  more: Record<string, string> = {},
) {
  const { path, headers, body } = bookingPost(page, { request_id: page.requestId, message: '', ...entries })
  const answer = await fetch(siteUrl + path, { method: 'POST', headers: { ...headers, ...more }, body })
  return { status: answer.status, state: readState(await answer.text()) }
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
