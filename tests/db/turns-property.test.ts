import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzSeed } from '../fuzz'
import { brokenBy } from '../log-invariants'
import { onPostgres } from './databases'
import { listAt } from './fixtures'
import { isAllowed } from './test-database'
import { useTurns } from './turns'

const RUNS = process.env.SOAK ? 600 : 6

/** Acts on a call or a message. An act that should be drawn more often is listed more than once. */
const forBoth = [
  ...['wait 3 hours', 'wait 30 hours', 'wait 3 days', 'write again', 'book again', 'send', 'keep', 'erase'],
  ...['answered another way', 'they answered', 'they answered', 'no answer needed'],
  ...['undo answered', 'undo they answered', 'undo reply', 'undo first reply'],
  ...['offer', 'offer by hand', 'withdraw', 'accept', 'accept by email', 'decline'],
  ...['mail propose', 'mail answer', 'mail decline'],
  ...['say propose', 'say answer', 'say follow_up', 'say offer', 'say offer_withdrawn'],
]
const forCalls = [
  ...['confirm', 'confirm', 'cancel', 'to pending', 'mail confirm', 'say confirm', 'say after_call'],
  ...['mail a time', 'say a time', 'visitor moves', 'visitor moves', 'visitor moves back', 'visitor cancels'],
  ...[
    'move',
    'move back',
    'move to tomorrow',
    'is tomorrow',
    'is past',
    'eleven days pass',
    'eleven days pass',
  ],
  ...['held', 'no show', 'lost', 'no outcome'],
  ...[
    'close',
    'close',
    'ask',
    'ask',
    'stays when it was',
    'undo stays',
    'told',
    'untell',
    'open',
    'close again',
    'enable its slot',
    'disable its slot',
  ],
]
/** Their Undo must restore everything, too. */
const forMessages = ['read', 'replied', 'archive']

/** Acts whose Undo must restore everything. */
const presses = {
  call: [
    ...['confirm', 'cancel', 'to pending', 'move', 'told', 'stays when it was', 'open'],
    ...['mail confirm', 'say confirm', 'mail a time', 'say a time', 'ask', 'held', 'no show', 'lost'],
  ],
  message: forMessages,
  both: [
    ...['answered another way', 'no answer needed', 'they answered'],
    ...['propose', 'answer', 'decline', 'follow_up'].flatMap((reply) => [`mail ${reply}`, `say ${reply}`]),
  ],
}

onPostgres((db) => {
  const { it, begin, does } = useTurns(db)

  const tries = (act: string) => isAllowed(db, () => does(act))
  const rows = () =>
    db.rows(`select to_jsonb(r) - 'search_text' as request from public.requests r order by id`)
  const ahead = `public.requests r cross join lateral (select starts at time zone 'Pacific/Auckland' as starts_at) s
    cross join lateral unnest(array[now(), now() + interval '30 hours', now() + interval '400 hours', now() + interval '31 days',
      starts_at - interval '50 hours', starts_at - interval '47 hours', starts_at - interval '1 minute']) moment`

  async function check(done: string) {
    const list = await listAt(db, 'moment', 'today')
    expect(await brokenBy((sql) => db.rows(sql)), done).toEqual([])
    expect(
      await db.rows(
        `select r.turn_reason, moment from ${ahead}
         where r.status = 'pending' and r.turn_reason <> 'erased' and moment >= now() and moment < starts_at and over_from <= moment`,
      ),
      `${done}: a pending call ahead is nobody’s`,
    ).toEqual([])
    expect(
      await db.rows(
        `select r.turn_reason from public.requests r
         where r.status in ('new', 'read', 'replied') and r.turn_reason <> 'erased' and not (ours_from <= now() and over_from = 'infinity')
           and not exists (
             select from public.request_events e where e.request_id = r.id and e.turn in ('waits', 'settles') and not private.is_undone(e.id))`,
      ),
      `${done}: an unanswered message is not ours`,
    ).toEqual([])
    expect(
      await db.rows(
        `select moment, ours, view_ids, strip from (select distinct moment from ${ahead} where moment is not null) moments
         cross join lateral (select (moment at time zone 'Pacific/Auckland')::date::timestamp as today) t
         cross join lateral (
           select coalesce(array_agg(r.id order by r.id) filter (where ours_from <= moment), '{}') as ours,
             coalesce(array_agg(r.id order by r.id) filter (where ours_from > moment), '{}') as theirs
           from public.requests r where over_from > moment) q
         cross join lateral (select array(select id from public.requests r
           where over_from > moment and ours_from <= moment order by due_at, ours_from limit 6) as strip) s
         cross join lateral (${found(list, 'to_answer')}) v
         cross join lateral (${found(list, 'their_turn')}) w (their_ids)
         where ours <> array(select unnest(view_ids) order by 1) or theirs <> array(select unnest(their_ids) order by 1)
           or cardinality(strip) <> least(6, cardinality(ours)) or not strip <@ ours`,
      ),
      `${done}: views, strip and number differ`,
    ).toEqual([])
  }
  const found = (list: string, view: string) =>
    `select array(select id from (${list}) l where is_${view} order by id) as view_ids`

  const sequence = (kind: 'call' | 'message') => {
    const own = kind === 'call' ? forCalls : [...forMessages, ...forMessages, ...forMessages]
    return fc.array(fc.constantFrom(...forBoth, ...own, ...own), { minLength: 1, maxLength: 9 })
  }

  describe.each(['call', 'message'] as const)('a %s', (kind) => {
    const each = (property: (acts: string[], pick: number) => Promise<void>) =>
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
        { numRuns: RUNS, seed: fuzzSeed },
      )

    test('after any acts a waiting request has a turn, and the lists, the strip and the counts agree', async () => {
      await each(async (acts) => {
        const done: string[] = []
        for (const act of acts) {
          if (!(await tries(act))) continue
          done.push(act)
          await check(done.join(', '))
        }
      })
    })

    test('the Undo of any act restores the request with the same waiting time', async () => {
      const names = [...presses[kind], ...presses.both]
      await each(async (acts, pick) => {
        for (const act of acts) await tries(act)
        // All acts of a test have the same now(), so earlier acts are moved into the past.
        await does('wait 1 hours')
        const press = names[pick % names.length] ?? ''
        // The site offers no Undo of an act on an erased person's request.
        if (await db.value('select private.is_erased(private.email_of($1))', it.id)) return
        const before = await rows()
        const known = () => db.value(`select known - 'at' from public.bookings where id = $1`, it.id)
        const knew = kind === 'call' ? await known() : null
        const newest = 'select max(id) from public.request_events where undoes is null'
        const last = await db.value(newest)
        if (!(await tries(press)) || (press !== 'open' && (await db.value(newest)) === last)) return
        await does(press === 'open' ? 'close again' : 'undo')
        const all = `${acts.join(', ')}; ${press}, undo`
        expect(keep(await rows()), all).toEqual(keep(before))
        if (kind === 'call') expect(await known(), all).toEqual(knew)
      })
    })
  })

  const keep = (all: Record<string, unknown>[]) =>
    all.map(({ request }) => ({ ...(request as object), outcome_reason: null }))
})
