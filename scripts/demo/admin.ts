import { randomUUID } from 'node:crypto'
import { bookCall, moveCall } from '@/app/admin/_requests/calls/call-actions'
import { changeOwner } from '@/app/admin/_requests/owner-actions'
import { sendReply } from '@/app/admin/_requests/reply/actions'
import { changeBookings, changeInquiries } from '@/app/admin/_requests/status/actions'
import type { ActionResult } from '@/app/admin/action-result'
import { runFollowUp } from '@/app/admin/follow-ups'
import { saveOfferDraft, sendOfferVersion } from '@/app/admin/offers/actions'
import { addNote, changeOutcome } from '@/app/admin/requests/actions'
import { signIn } from '@/app/login/actions'
import { clearOpenSlots, findOpenSlots } from '@/lib/booking/queries'
import { parseCalendarUrl, sealAddress } from '@/lib/calendars/address'
import { greeting } from '@/lib/mail/greeting'
import { offerTerms } from '@/lib/content/offer'
import { place } from '@/lib/content/place'
import { addDays, dateAt } from '@/lib/dates'
import type { OfferDraft } from '@/lib/offers/draft'
import { findOfferPage } from '@/lib/requests/offer-page'
import { offerPath } from '@/lib/offers/token'
import { findRequest } from '@/lib/requests/queries'
import type { ReplyKind } from '@/lib/statuses'
import { adminClient, getViewer } from '@/lib/supabase/auth'
import { type Browser, formOf } from '../in-process'
import type { readCalendarFile } from './calendar'
import { lastOf, type Visitor } from './visitor'

export class Admin {
  constructor(
    readonly browser: Browser,
    readonly account: { email: string; password: string },
  ) {}

  async signsIn() {
    await this.browser.follow(() => signIn({ status: 'idle' }, formOf(this.account)))
  }

  /** Says yes if the action asks. */
  async does(action: () => Promise<ActionResult>) {
    const asked = await this.browser.run(action)
    const { yes } = asked.kind === 'question' ? asked : {}
    const result = yes ? await this.browser.run(() => runFollowUp(yes)) : asked
    if (result.kind !== 'done') throw new Error(`An admin could not: ${JSON.stringify(result)}`)
  }

  async sets(visitor: Visitor, status: 'confirmed' | 'cancelled' | 'read' | 'archived', text?: string) {
    await this.does(async () => {
      const { type, id, name, revision, status: seenStatus } = await this.reads(visitor)
      const change = { id, name, revision, seenStatus, status, ...(text && { cancel_message: text }) }
      const changes = { changes: [change] } as never
      return type === 'booking' ? changeBookings(changes) : changeInquiries(changes)
    })
  }

  /** Without `body`, notes that a reply went out another way. Proposes a free time on each of the dates `proposed`. */
  async replies(visitor: Visitor, kind: ReplyKind, body: string | null, proposed: string[] = []) {
    await this.does(async () => {
      const { id, name, revision } = await this.reads(visitor)
      clearOpenSlots()
      const free = await Promise.all(proposed.map((date) => findOpenSlots(date, date)))
      const times = free.flatMap((slots, nth) => slots?.[nth] ?? [])
      const words = `${greeting(name.split(' ')[0] ?? '')}\n\n${body}\n\n${place.letters.closing}`
      return sendReply({
        ...{ id, name, revision, kind, replyId: randomUUID() },
        text: body === null ? null : { subject: 'About your request', body: words },
        times: times.map(({ date, id: time_slot_id }) => ({ date, time_slot_id })),
      })
    })
  }

  /** `sends`: not only the draft. Returns the last part of the link of the offer's page. */
  async offers(visitor: Visitor, change: Pick<OfferDraft, 'title' | 'about' | 'lines'>, sends = true) {
    await this.does(async () => {
      const { id, name } = await this.reads(visitor)
      const seen = (await findOfferPage(id))?.offer?.draft_revision ?? 0
      const input = { id, seen, draft: { ...emptyDraft(), forName: name, ...change } }
      return sends ? sendOfferVersion(input) : saveOfferDraft(input)
    })
    if (sends) await this.replies(visitor, 'offer', null) // without a mail server the founders mail it themselves
    const page = await this.browser.run(() => findOfferPage(visitor.id))
    return lastOf(page?.offer ? offerPath(page.offer.id, page.offer.link_version) : null)
  }

  async booksFor({ name, email }: Visitor, date: string, start_time: string, message: string) {
    const end_time = start_time.replace(':00', ':30')
    const call = { name, email, phone: '', message, package: '' as const, date, start_time, end_time }
    await this.does(() => bookCall({ ...call, requestId: randomUUID(), outside: true }))
  }

  async moves(visitor: Visitor, date: string) {
    await this.does(async () => {
      const call = await this.reads(visitor)
      if (call.type !== 'booking') throw new Error(`${visitor.name} has no call.`)
      const { id, name, status, start_time, end_time } = call
      const seen = { status, date: call.date, start_time, end_time }
      return moveCall({ id, name, seen, date, start_time, end_time, outside: true, formId: randomUUID() })
    })
  }

  async setsOutcome({ id }: Visitor, outcome: 'held' | 'no_show' | 'lost', reason = '') {
    await this.does(() => changeOutcome({ id, outcome, reason, formId: randomUUID() }))
  }

  async notes({ id }: Visitor, body: string) {
    await this.does(() => addNote({ id, noteId: randomUUID(), body }))
  }

  /** The site never reads the address: the reading comes from the demo's file. */
  async addsCalendar(p_label: string, reading: Awaited<ReturnType<typeof readCalendarFile>>) {
    await this.browser.run(async () => {
      const p_id = randomUUID()
      const { host: p_host, href } = parseCalendarUrl('https://calendar.example/founder.ics')
      const calendar = { p_id, p_label, p_all_day_busy: false, p_host, p_address: sealAddress(p_id, href) }
      await (await adminClient()).rpc('add_calendar', { ...calendar, ...reading }).throwOnError()
    })
  }

  async takes({ id }: Visitor) {
    await this.does(async () => {
      const owner = (await getViewer())?.id ?? null
      return changeOwner({ id, owner, seen: null, formId: randomUUID() })
    })
  }

  private async reads({ id, name }: Visitor) {
    const request = await findRequest(id)
    if (!request) throw new Error(`There is no request of ${name}.`)
    return request
  }
}

const emptyDraft = (): Omit<OfferDraft, 'title' | 'about' | 'lines'> => ({
  ...{ forName: '', forCompany: '', forAddress: '', gst: 'added', gstReason: '', words: '' },
  included: ['Design and build', 'Booking and payment emails', 'Two rounds of changes'].join('\n'),
  excluded: offerTerms.excluded,
  weeks: '4-6 weeks',
  start: addDays(dateAt(), 21),
  payments: [...offerTerms.payments],
  terms: offerTerms.terms,
  validUntil: addDays(dateAt(), offerTerms.validDays),
  followsUp: true,
})
