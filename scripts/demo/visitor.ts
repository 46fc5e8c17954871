import { randomUUID } from 'node:crypto'
import { answerOffer } from '@/app/(site)/offer/[token]/actions'
import { submitBooking } from '@/app/(site)/booking/actions'
import { changeBooking } from '@/app/(site)/booking/manage/[token]/actions'
import { NO_TIME } from '@/lib/booking/form'
import { clearOpenSlots, findOpenSlots } from '@/lib/booking/queries'
import { encodeSlot } from '@/lib/booking/slots'
import { findManagedBooking } from '@/lib/manage/queries'
import { findVisitorsOffer } from '@/lib/offers/queries'
import { type Browser, formOf } from '../in-process'

const idle = { status: 'idle' } as const
/** Opens the page of a call or an offer. */
export const lastOf = (path: string | null) => path?.split('/').at(-1) ?? ''

function mustSucceed<State extends { status: string }>(state: State) {
  if (state.status !== 'success') throw new Error(`A visitor could not: ${JSON.stringify(state)}`)
  return state as Extract<State, { status: 'success' }>
}

/** May send several requests. */
export class Visitor {
  /** The newest request's. */
  id = ''
  private link = ''

  constructor(
    private readonly browser: Browser,
    readonly name: string,
    readonly email = `${name
      .normalize('NFD')
      .toLowerCase()
      .replace(/\p{M}|’/gu, '')
      .replace(/ /g, '.')}@example.com`,
  ) {}

  async writes(message: string, more: Record<string, string> = {}) {
    await this.submits({ message, time: NO_TIME, ...more })
  }

  /** The `nth` free time of the date. */
  async books(date: string, nth: number, message: string, more: Record<string, string> = {}) {
    await this.submits({ message, time: await this.timeOn(date, nth), ...more })
  }

  private async submits(entries: Record<string, string>) {
    const form = formOf({ name: this.name, email: this.email, request_id: randomUUID(), ...entries })
    const { sent } = mustSucceed(await this.browser.run(() => submitBooking(idle, form))).data
    this.id = sent.id
    this.link = lastOf('manage' in sent ? sent.manage : null)
  }

  async moves(date: string, nth: number) {
    await this.changes({ intent: 'move', time: await this.timeOn(date, nth) })
  }

  async cancels(reason: string) {
    await this.changes({ intent: 'cancel', reason })
  }

  private async changes(entries: Record<string, string>) {
    const state = await this.browser.run(async () => {
      const booking = await findManagedBooking(this.link)
      const sequence = typeof booking === 'string' ? '' : String(booking.calendar_sequence)
      return changeBooking(idle, formOf({ token: this.link, sequence, ...entries }))
    })
    mustSucceed(state)
  }

  async answers(token: string, entries: { intent: 'accept' } | { intent: 'decline'; reason: string }) {
    const state = await this.browser.run(async () => {
      const offer = await findVisitorsOffer(token)
      const newest = typeof offer === 'string' ? undefined : offer.versions.at(-1)
      const version = { version: String(newest?.version), sha256: newest?.sha256 ?? '' }
      const { name, email } = this
      return answerOffer(idle, formOf({ token, agree: 'yes', name, email, ...version, ...entries }))
    })
    mustSucceed(state)
  }

  private timeOn(date: string, nth: number): Promise<string> {
    return this.browser.run(async () => {
      clearOpenSlots()
      const free = (await findOpenSlots(date, date))?.[nth]
      if (!free) throw new Error(`${this.name} finds no time on ${date}.`)
      return encodeSlot(free)
    })
  }
}
