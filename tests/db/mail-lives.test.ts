import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzSeed } from '../fuzz'
import { brokenBy } from '../log-invariants'
import { useCall } from './calls'
import { onPostgres } from './databases'
import { claim, type ClaimedMail, finish, pass } from './mails'
import { isAllowed } from './test-database'

const RUNS = process.env.SOAK ? 1500 : 12

/** Names of acts on a call. An act that should be drawn more often is listed more than once. */
const acts = [
  ...['confirm', 'confirm', 'cancel', 'pend', 'move', 'move away', 'move back', 'make it longer'],
  ...['to the café', 'to the usual place', 'another usual place', 'mail the place'],
  ...['told', 'told', 'look', 'told as seen', 'untell', 'new address'],
  ...['visitor moves', 'visitor moves back', 'visitor cancels'],
  ...[
    'mail confirm',
    'mail decline',
    'say confirm',
    'say decline',
    'mail propose',
    'say answer',
    'undo reply',
  ],
  ...['ask', 'stays when it was', 'undo stays', 'undo confirm', 'undo cancel'],
]
/**
 * Results of sending a mail. With 'lost and read' the visitor reads the mail, but the site gets no
 * result.
 */
const fates = [
  'sent',
  'sent',
  'sent',
  'kept',
  'failed',
  'refused',
  'lost',
  'lost and read',
  'unanswered',
] as const
type Fate = (typeof fates)[number]
/**
 * Either one act, or: the site claims the due mails, `meanwhile` happens, and the mails get their
 * result.
 */
type Step = { act: string } | { fate: Fate; meanwhile: string[]; isOver: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constantFrom(...acts) }),
  fc.record({
    fate: fc.constantFrom(...fates),
    meanwhile: fc.array(fc.constantFrom(...acts), { maxLength: 2 }),
    isOver: fc.boolean(),
  }),
)

onPostgres((db) => {
  const { call, does } = useCall(db)

  const tries = (act: string) => isAllowed(db, () => does(act))
  const state = async () => {
    const [row] = await db.rows<{
      state: object
      address: string
      known: object | null
      known_at: string
      known_ago: number | null
    }>(
      `select private.call_state(b) as state, email as address, known - 'at' as known, known ->> 'at' as known_at,
         extract(epoch from now() - (known ->> 'at')::timestamptz)::int as known_ago
       from public.bookings b where id = $1`,
      call.id,
    )
    if (!row) throw new Error('there is no call')
    return row
  }

  /**
   * What the visitor believes about their call. `mayRepeat`: true if a mail may repeat the state of
   * the last one.
   */
  class Visitor {
    address = ''
    believes: object | null = null
    /** When the visitor learned `believes`, in seconds since the start of the test. */
    since = 0
    lastRead = ''
    mayRepeat = true

    async begin() {
      const now = await state()
      this.address = now.address
      this.believes = now.state
    }
    async after(act: string, before: Awaited<ReturnType<typeof state>>) {
      const now = await state()
      if (now.address !== this.address) {
        this.address = now.address
        this.believes = null
        this.mayRepeat = true
      }
      // The visitor learns the state by acting, or from an admin, or an Undo takes that back.
      else if (/^(visitor|say|told|untell|undo)/.test(act) && now.known_at !== before.known_at)
        this.learns(now.known, clock - (now.known_ago ?? 0))
      if (/^(visitor|told|say|mail|stays|undo stays|untell|ask)/.test(act)) this.mayRepeat = true
    }
    learns(believes: object | null, at = clock) {
      this.believes = believes
      this.since = at
    }
    /**
     * The visitor reads a mail. Returns true if it repeats the state of the last mail without a
     * reason.
     */
    reads({ said, at }: { said: object; at: number }) {
      const text = JSON.stringify(said)
      const isAgain = text === this.lastRead && !this.mayRepeat
      if (at >= this.since) this.learns(said, at)
      this.lastRead = text
      this.mayRepeat = false
      return isAgain
    }
  }
  /** The call's state in a mail, and the time of that state; undefined for a mail without one. */
  const saidBy = async ({ id }: ClaimedMail) => {
    const [row] = await db.rows<{ said: object; ago: number }>(
      `select said - '{at,link_version,sequence}'::text[] as said, extract(epoch from now() - (said ->> 'at')::timestamptz)::int as ago
       from private.outbox where id = $1 and said is not null`,
      id,
    )
    return row && { said: row.said, at: clock - row.ago }
  }
  let clock = 0
  const wait = async (seconds: number) => {
    await pass(db, `${seconds} seconds`)
    clock += seconds
  }

  /** Describes each broken promise, such as 'neither mailed nor listed'. */
  async function faults(visitor: Visitor) {
    const rows = await db.rows<{ what: string }>(
      `with b as (select * from public.bookings where id = $1),
         open as (select o.* from private.outbox o where o.request_id = $1 and o.recipient = 'visitor' and o.sent_at is null and o.given_up_at is null)
       select 'neither mailed nor listed' as what from b
       where private.difference($2::text::jsonb, private.call_state(b)) <> '{}'
         and greatest(lower(b.period), (b.known ->> 'date')::date + (b.known ->> 'start_time')::time) > now() at time zone private.studio_zone()
         and not (private.has_open_proposal(b) and not private.difference($2::text::jsonb, private.call_state(b)) && '{cancelled,restored,time}')
         and not exists (select from private.find_untold() c where c.id = b.id)
         and not exists (select from open o where (o.kind in ('call', 'reply')) and (o.lease_until > now()) is not false)`,
      call.id,
      visitor.believes && JSON.stringify(visitor.believes),
    )
    return [...rows.map(({ what }) => what), ...(await brokenBy((sql) => db.rows(sql)))]
  }

  describe('a call’s mails', () => {
    test('tell every visitor the call’s state once, or the admin lists it; then no mail is left', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
          await db.rows('savepoint run')
          try {
            await live(steps)
          } finally {
            await db.rows('rollback to savepoint run')
          }
        }),
        { numRuns: RUNS, seed: fuzzSeed },
      )
    })
  })

  async function live(steps: Step[]) {
    clock = 0
    const visitor = new Visitor()
    await visitor.begin()
    await does('look')
    const done: string[] = []
    const check = async () => expect(await faults(visitor), done.join(', ')).toEqual([])
    const act = async (name: string) => {
      await wait(2)
      const before = await state()
      if (!(await tries(name))) return
      done.push(name)
      await visitor.after(name, before)
      await check()
    }
    const send = async (fate: Fate, meanwhile: string[] = [], isOver = true) => {
      await wait(60)
      const mails = await claim(db)
      if (mails.length === 0) return 0
      const said = new Map<string, { said: object; at: number }>()
      for (const mail of mails)
        if (mail.recipient === 'visitor') {
          const words = await saidBy(mail)
          if (words) said.set(mail.id, words)
        }
      const address = visitor.address
      done.push(`[${mails.map(({ recipient, kind }) => `${recipient} ${kind}`).join('; ')}] begin`)
      await check()
      const read = () => {
        for (const mail of mails) {
          const words = said.get(mail.id)
          if (!words || address !== visitor.address) continue
          const isAgain = visitor.reads(words)
          // A reminder repeats the state on purpose; after a reply the site may mail the state
          // again, with the calendar file.
          if (mail.kind === 'reply') visitor.mayRepeat = true
          else if (mail.kind !== 'reminder')
            expect(isAgain && fate === 'sent', `mailed twice: ${done.join(', ')}`).toBe(false)
        }
      }
      // The visitor reads the mail before they act.
      const isRead = fate === 'sent' || fate === 'lost and read'
      if (isRead) read()
      for (const name of meanwhile) await act(name)
      done.push(fate)
      for (const mail of mails)
        if (fate === 'sent' || fate === 'kept')
          await finish(db, mail, { outcome: 'sent', kept: fate === 'kept' })
        else if (fate === 'failed') await finish(db, mail, { outcome: fate, error: '451' })
        else if (fate === 'refused') await finish(db, mail, { outcome: fate, error: '550' })
        else if (fate === 'unanswered') await finish(db, mail, { outcome: fate })
      if (!isRead || fate !== 'sent') visitor.mayRepeat = true
      if (isOver && /lost|unanswered/.test(fate)) await wait(720)
      await check()
      return mails.filter(({ recipient }) => recipient === 'visitor').length
    }
    for (const one of steps)
      if ('act' in one) await act(one.act)
      else await send(one.fate, one.meanwhile, one.isOver)
    // From here every mail arrives: the site tries lost mails once more, and in the end no mail is due.
    await wait(720)
    for (let n = 0; n < 6; n++) {
      await wait(3 * 3600)
      await send('sent')
    }
    done.push('then')
    await wait(3 * 3600)
    expect(
      (await claim(db)).map(({ kind }) => kind),
      done.join(', '),
    ).toEqual([])
  }
})
