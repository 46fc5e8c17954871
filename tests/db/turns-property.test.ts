import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { book, dateIn, inquire } from './fixtures'
import { KEY } from './mails'
import { admin } from './test-database'
import { useTurns } from './turns'

const RUNS = process.env.SOAK ? 600 : 12

const often = [
  'wait 3 hours',
  'wait 30 hours',
  'wait 3 days',
  'answered another way',
  'they answered',
  'write again',
]
const forBoth = [
  ...often,
  'no answer needed',
  'undo answered',
  'undo they answered',
  'undo reply',
  'book again',
  'send',
  'offer',
  'offer by hand',
  'withdraw',
  'accept',
  'accept by email',
  'decline',
  'erase',
  'mail propose',
  'mail answer',
  'mail decline',
  'say propose',
  'say answer',
  'say follow_up',
  'say offer',
  'say offer_withdrawn',
]
const forCalls = [
  ...[
    'confirm',
    'confirm',
    'cancel',
    'to pending',
    'to pending',
    'mail confirm',
    'say confirm',
    'say after_call',
  ],
  ...['visitor moves', 'visitor moves back', 'visitor cancels', 'move', 'move back', 'move to tomorrow'],
  ...['close', 'told', 'untell', 'open', 'mail change', 'is tomorrow', 'is past'],
]
const forMessages = ['read', 'new', 'replied', 'archive', 'read', 'archive']

/** Each press, and its Undo; null for the status that it had before. */
const presses: Record<string, string | null> = {
  'answered another way': 'undo answered',
  'no answer needed': 'undo answered',
  'they answered': 'undo they answered',
  'mail propose': 'undo reply',
  'mail answer': 'undo reply',
  'mail confirm': 'undo reply',
  'mail decline': 'undo reply',
  told: 'untell',
  confirm: null,
  cancel: null,
  replied: null,
  archive: null,
}
const ofStatus: Record<string, string> = {
  pending: 'to pending',
  confirmed: 'confirm',
  cancelled: 'cancel',
  archived: 'archive',
}

onEachDatabase((db) => {
  const { it, slots, begin, does, read } = useTurns(db)

  /** Does it, or nothing when it cannot be done now. */
  async function tries(act: string) {
    await db.rows('savepoint act')
    try {
      await does(act)
      return true
    } catch (error) {
      // Ours, a missing offer, or a time that is taken; never a mistake in SQL.
      const { code } = error as { code?: string }
      if (!['P0001', '23P01', '22023'].includes(code ?? '')) throw error
      await db.rows('rollback to savepoint act')
      return false
    }
  }
  const rows = () =>
    db.rows(`select to_jsonb(r) - 'search_text' as request from public.requests r order by id`)

  async function check(done: string) {
    // At every moment at which something may change, and between.
    for (const when of [
      'now()',
      `now() + interval '30 hours'`,
      `now() + interval '400 hours'`,
      `starts_at - interval '49 hours'`,
      `starts_at - interval '47 hours'`,
    ])
      if (it.kind === 'booking' || !when.startsWith('starts_at')) await read(when) // views, strip and number are one set
    const before = await rows()
    await db.rows('select private.update_turn(id) from public.requests')
    expect(await rows(), `${done}: computed anew`).toEqual(before)
    expect(
      await db.rows(
        `select r.id, r.turn_reason, moment from public.requests r
         cross join lateral (select starts at time zone 'Pacific/Auckland' as starts_at) s
         cross join lateral unnest(array[now(), now() + interval '30 hours', starts_at - interval '50 hours', starts_at - interval '1 minute']) moment
         where r.status = 'pending' and r.turn_reason <> 'erased' and starts_at > moment and moment >= now() and over_from <= moment`,
      ),
      `${done}: a pending call ahead is nobody’s`,
    ).toEqual([])
    expect(
      await db.rows(
        `select r.id, r.turn_reason from public.requests r join public.inquiries i using (id)
         where r.status <> 'archived' and i.email <> private.erased_email() and not (ours_from <= now() and over_from = 'infinity')
           and not exists (
             select from private.waits w where w.request_id = r.id and w.studio_act is not null
               and w.id >= (select max(q.id) from private.waits q where q.request_id = r.id and q.asks))`,
      ),
      `${done}: an unanswered message is not ours`,
    ).toEqual([])
  }

  const sequence = (kind: 'call' | 'message') =>
    fc.array(
      fc.constantFrom(
        ...forBoth,
        ...(kind === 'call' ? [...forCalls, ...forCalls] : [...forMessages, ...forMessages, ...forMessages]),
      ),
      {
        minLength: 1,
        maxLength: 8,
      },
    )

  describe.each(['call', 'message'] as const)('a %s', (kind) => {
    const each = (property: (acts: string[], pick: number) => Promise<void>, runs: number) =>
      fc.assert(
        fc.asyncProperty(sequence(kind), fc.nat(), async (acts, pick) => {
          await db.rows('savepoint run')
          try {
            await begin(kind)
            await property(acts, pick)
          } finally {
            await db.rows('rollback to savepoint run')
          }
        }),
        { numRuns: runs },
      )

    test('is never nobody’s while it waits, whatever was pressed; lists, strip and number agree', async () => {
      await each(async (acts) => {
        const done: string[] = []
        for (const act of acts) {
          if (!(await tries(act))) continue
          done.push(act)
          await check(done.join(', '))
        }
      }, RUNS)
    })

    test('has the same wait again when any press is taken back', async () => {
      const names = Object.keys(presses).filter(
        (name) =>
          !(
            kind === 'call' ? ['replied', 'archive'] : ['mail confirm', 'told', 'confirm', 'cancel']
          ).includes(name),
      )
      await each(async (acts, pick) => {
        for (const act of acts) await tries(act)
        const press = names[pick % names.length] ?? ''
        const before = await rows()
        const waits = `select visitor_act, asked_at, studio_act, answered_at from private.waits order by id`
        const waited = await db.rows(waits)
        const found = await read()
        const status = await db.value<string>('select status from public.requests where id = $1', it.id)
        // Pressed where it says something new: the site offers it nowhere else.
        if (press.startsWith('answered') || press.startsWith('no answer')) if (found.turn !== 'ours') return
        if (press === 'they answered' && found.turn === 'ours' && waited.at(-1)?.studio_act === null) return
        if (
          press === 'told' &&
          (await db.value<boolean>(
            `select private.difference(known, private.call_state(b)) = '{}' from public.bookings b where id = $1`,
            it.id,
          ))
        )
          return
        const undo = presses[press] ?? ofStatus[status] ?? status
        if (undo === press || !(await tries(press))) return
        await does(undo)
        const keep = (all: Record<string, unknown>[]) =>
          all.map(({ request }) => ({ ...(request as object), owner: null, outcome: null }))
        expect(keep(await rows()), `${acts.join(', ')}; ${press}, ${undo}`).toEqual(keep(before))
        expect(await db.rows(waits), `${acts.join(', ')}; ${press}, ${undo}`).toEqual(waited)
      }, RUNS)
    })
  })

  test('the figures of a year are what a person counts', async () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    /** Each question: how many hours ago it was asked and answered, null while it was not. */
    const questions: { asked: number; answered: number | null }[] = []
    for (let nth = 0; nth < 60; nth++) {
      const isCall = nth % 2 === 0
      const email = `person${nth}@example.com`
      const { id } = isCall
        ? await book(db, { email, date: await dateIn(db, 20 + nth), slot: slots.nine, siteKey: KEY })
        : await inquire(db, { email, siteKey: KEY })
      it.id = id
      it.kind = isCall ? 'booking' : 'inquiry'
      // From the newest act back: what was done so many hours before it.
      const own: { asked: number; answered: number | null }[] = [{ asked: 0, answered: null }]
      const later = async (hours: number) => {
        await db.rows(
          `update private.waits set asked_at = asked_at - make_interval(hours => $2), answered_at = answered_at - make_interval(hours => $2)
           where request_id = $1`,
          ...[id, hours],
        )
        for (const question of own) {
          question.asked += hours
          if (question.answered !== null) question.answered += hours
        }
      }
      const last = () => own.at(-1)
      const answered = () => {
        const question = last()
        if (question?.answered === null) question.answered = 0
      }
      await later(1 + random(40))
      switch (random(9)) {
        case 0: // nobody answers
          break
        case 1: // archived, or no answer is needed
          await does(isCall ? 'no answer needed' : 'archive')
          own.pop()
          break
        case 2: // that taken back
          await (isCall ? does('no answer needed, undo answered') : does('archive, new'))
          break
        case 3: // answered, and that taken back
          await does('mail propose, undo reply')
          break
        case 4: // answered twice
          await does('answered another way')
          answered()
          await later(5)
          await does('say propose')
          break
        case 5: // answered, and asked again
          await does('say propose')
          answered()
          await later(7)
          await does('they answered')
          own.push({ asked: 0, answered: null })
          await later(1 + random(50))
          if (random(2)) {
            await does('answered another way')
            answered()
          }
          break
        case 6: // erased before, or after, it was answered
          if (random(2)) {
            await does('say answer')
            answered()
          } else own.pop()
          await db.rowsAs(admin, 'select public.erase_person($1)', email)
          break
        case 7: // moved by its visitor, or answered late
          await does(isCall ? 'confirm' : 'replied')
          answered()
          await later(3)
          if (isCall) {
            it.other = await dateIn(db, 200 + nth)
            await does('visitor moves')
            own.push({ asked: 0, answered: null })
          }
          break
        default:
          await does('they answered, undo they answered, say answer')
          answered()
      }
      await later(random(7000))
      questions.push(...own)
    }
    const now = new Date(
      await db.value<string>(`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
    )
    const months = new Map<string, { asked: number; in_time: number; unanswered: number; hours: number[] }>()
    for (const { asked, answered } of questions) {
      const at = new Date(now.getTime() - asked * 3_600_000)
      const month = new Intl.DateTimeFormat('en-CA', {
        timeZone: 'Pacific/Auckland',
        year: 'numeric',
        month: '2-digit',
      }).format(at)
      const figures = months.get(month) ?? { asked: 0, in_time: 0, unanswered: 0, hours: [] }
      months.set(month, figures)
      figures.asked++
      if (answered === null) figures.unanswered++
      else if (asked - answered <= 24) figures.in_time++
      figures.hours.push(asked - (answered ?? 0))
    }
    const counted = [...months]
      .map(([month, { hours, ...figures }]) => ({
        month,
        ...figures,
        worst_minutes: Math.max(...hours) * 60,
      }))
      .toSorted((a, b) => (a.month < b.month ? 1 : -1))
    const found = await db.rowsAs<{ month: string; asked: number; median_minutes: number }>(
      admin,
      'select * from public.get_answer_times() where asked > 0',
    )
    expect(found.map(({ median_minutes: _, ...figures }) => figures)).toEqual(counted)
    expect(counted.length).toBeGreaterThan(7)
  })
})
