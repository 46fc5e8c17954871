import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { statusOf } from '@/lib/offers/state'
import { onPglite, onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire } from './fixtures'
import { claim, finish, KEY, pass, sendDue, useKey, waiting } from './mails'
import { admin, errorCode, service, type TestDatabase, visitor } from './test-database'

const text = (words = 'Growth') => `AN OFFER\n\n  $12,000.00  ${words}\n`
const consent = 'I have read version 1 of this offer and its terms, and I accept it.'
const sha = (of: string) => createHash('sha256').update(of, 'utf8').digest('hex')

/** Functions that act on offers: as an admin, and as the visitor. */
function offers(db: TestDatabase) {
  const draft = (request: string, seen = 0, content: unknown = { title: 'An app' }) =>
    db.valueAs<{ id: string; draft_revision: number }>(
      admin,
      'select public.save_offer_draft($1, $2, $3)',
      ...[request, content, seen],
    )
  /** Sends the next version of an offer. Returns its number. */
  const send = async (id: string, revision: number, words = text(), validUntil?: string, mailed = true) => {
    await db.rowsAs(
      admin,
      `select public.send_offer($1, $2, '{}', $3, 1380000, $4::date, $5)`,
      ...[id, revision, words, validUntil ?? (await dateIn(db, 14)), mailed],
    )
    return db.value<number>('select max(version) from public.offer_versions where offer_id = $1', id)
  }
  return {
    draft,
    send,
    /** Creates an offer and sends version 1. Returns the offer's id. */
    async sent(request: string, words = text(), validUntil?: string) {
      const { id } = await draft(request)
      await send(id, 1, words, validUntil)
      return id
    },
    accept: (id: string, { version = 1, hash = sha(text()), email = 'ana@example.com', link = 1 } = {}) =>
      db.valueAs<{ outcome: string; at?: string }>(
        visitor,
        'select public.accept_offer($1, $2, $3, $4, $5, $6, $7, $8, 7)',
        ...[KEY, id, link, version, hash, 'Ana Ngata', email, consent],
      ),
    decline: (id: string, { version = 1, hash = sha(text()), email = 'ana@example.com' } = {}) =>
      db.valueAs<{ outcome: string }>(
        visitor,
        'select public.decline_offer($1, $2, 1, $3, $4, $5, $6)',
        ...[KEY, id, version, hash, email, 'Too soon'],
      ),
    /** Withdraws an offer as an admin who sees `version`, by default the newest. */
    withdraw: (id: string, mailed = true, version?: number) =>
      db.valueAs<number>(
        admin,
        `select public.withdraw_offer($1, coalesce($2, (select max(version) from public.offer_versions where offer_id = $1)), 'Our mistake', $3)`,
        ...[id, version ?? null, mailed],
      ),
    record: (id: string, n = 1) =>
      db.valueAs<number>(
        admin,
        `select public.record_acceptance($1, $2, 'Yes please, go ahead.', 7)`,
        ...[id, n],
      ),
    undo: (request: string, revision: number) =>
      db.valueAs<string>(admin, 'select public.undo_act($1, $2)', request, revision),
    read: (id: string) =>
      db.valueAs<Record<string, unknown> | null>(visitor, 'select public.get_offer($1, $2)', KEY, id),
    acceptances: () =>
      db.rows('select version, channel, typed_name, email, sha256, email_text from public.offer_acceptances'),
    erase: () => db.rowsAs(admin, `select public.erase_person('ana@example.com')`),
  }
}

onPostgres((db) => {
  const { draft, send, sent, accept, decline, withdraw, record, read, acceptances, undo, erase } = offers(db)
  let request: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await useKey(db)
    const slot = await addDailySlot(db)
    request = (await book(db, { date: await dateIn(db, 9), slot, siteKey: KEY })).id
    await sendDue(db)
  })

  describe('the list of offers', () => {
    interface Listed {
      offers: Record<string, unknown>[]
      counts: Record<string, number>
      months: Record<string, unknown>[]
    }
    const list = (state: string | null = null) =>
      db.valueAs<Listed>(admin, 'select public.list_offers($1)', state)
    const ask = async (name: string) =>
      (await inquire(db, { name, email: `${name.toLowerCase()}@example.com`, siteKey: KEY })).id
    /** Changes sent versions and acceptances, as if time had passed; triggers would refuse that. */
    const change = async (...statements: string[]) => {
      await db.rows(`set local session_replication_role = 'replica'`)
      for (const statement of statements) await db.rows(statement)
      await db.rows(`set local session_replication_role = 'origin'`)
    }
    /** Moves all dates of an offer `days` into the past. */
    const age = (id: string, days: number) =>
      change(
        `update public.offer_versions set sent_at = sent_at - interval '${days} days', valid_until = valid_until - ${days}
         where offer_id = '${id}'`,
        `update public.offer_acceptances set accepted_at = accepted_at - interval '${days} days' where offer_id = '${id}'`,
      )

    test('the list of offers begins with those the studio must answer, then open ones, drafts and the rest', async () => {
      expect(await list()).toEqual({ offers: [], counts: {}, months: [] })
      const answered = await sent(request)
      await accept(answered)
      await db.rowsAs(admin, 'select public.set_answered($1, true)', request)
      const ofDay = async (name: string, days: number) =>
        sent(await ask(name), text(), await dateIn(db, days))
      const later = await ofDay('Bea', 9)
      const soon = await ofDay('Cy', 1)
      const expired = await ofDay('Dee', 2)
      await age(expired, 3)
      const back = await ofDay('Eli', 9)
      await withdraw(back)
      await age(back, 1)
      const no = await ofDay('Fay', 9)
      await decline(no, { email: 'fay@example.com' })
      const yes = await ofDay('Gus', 9)
      await accept(yes, { email: 'gus@example.com' })
      const begun = await draft(await ask('Hana'))
      // Ends the wait for the visitor, as if the offer's last day had passed.
      await db.rows(
        `update public.request_events e set waits_until = now() from public.offers o
         where o.id = $1 and e.request_id = o.request_id and e.kind = 'offered'`,
        expired,
      )
      await db.rows('select private.update_turn(id) from public.requests')
      const { offers: all, counts } = await list()
      expect(all.map(({ id, name, state, is_ours }) => ({ id, name, state, is_ours }))).toEqual([
        { id: yes, name: 'Gus', state: 'accepted', is_ours: true },
        { id: no, name: 'Fay', state: 'declined', is_ours: true },
        { id: expired, name: 'Dee', state: 'expired', is_ours: true },
        { id: soon, name: 'Cy', state: 'open', is_ours: false },
        { id: later, name: 'Bea', state: 'open', is_ours: false },
        { id: begun.id, name: 'Hana', state: 'draft', is_ours: false },
        { id: answered, name: 'Ana', state: 'accepted', is_ours: false },
        { id: back, name: 'Eli', state: 'withdrawn', is_ours: false },
      ])
      expect(all[5]).toMatchObject({ title: 'An app', draft: { title: 'An app' }, total_cents: null })
      expect(all[3]).toMatchObject({
        draft: null,
        total_cents: 1380000,
        email: 'cy@example.com',
        days_left: 1,
      })
      expect(counts).toEqual({ draft: 1, open: 2, declined: 1, withdrawn: 1, expired: 1, accepted: 2 })
      for (const [state, count] of Object.entries(counts)) {
        const some = await list(state)
        expect(
          some.offers.map((one) => one.state),
          state,
        ).toEqual(Array(count).fill(state))
        expect(some.counts, 'whatever is shown').toEqual(counts)
      }
    })

    test('an accepted or declined offer is the studio’s turn until an admin answers it', async () => {
      const id = await sent(request)
      await decline(id)
      const ours = async () => (await list()).offers[0]?.is_ours
      expect(await ours()).toBe(true)
      await send(id, 1)
      expect(await ours(), 'open').toBe(false)
      await accept(id, { version: 2 })
      expect(await ours()).toBe(true)
      await db.rowsAs(admin, 'select public.set_answered($1, true)', request)
      expect(await ours()).toBe(false)
    })

    test('the list of offers keeps an erased person’s accepted offer, and no other of theirs', async () => {
      const won = await sent(request)
      await accept(won)
      await sent((await inquire(db, { email: 'ana@example.com', siteKey: KEY })).id)
      await erase()
      expect((await list()).offers).toMatchObject([
        { id: won, request_id: null, name: 'Ana Ngata', email: 'ana@example.com', state: 'accepted' },
      ])
    })

    test('an expired offer that is sent again is open in the list, with its new version', async () => {
      const id = await sent(request, text(), await dateIn(db, 1))
      await age(id, 2)
      expect((await list()).counts).toEqual({ expired: 1 })
      await send(id, 1)
      const { offers: all, counts } = await list()
      expect(counts).toEqual({ open: 1 })
      expect(all).toMatchObject([{ version: 2, valid_until: await dateIn(db, 14) }])
    })

    test('the list sums open offers by the month of sending, and won ones by the month of acceptance', async () => {
      const [first, second, third] = [
        await sent(request),
        await sent(await ask('Bo')),
        await sent(await ask('Cy')),
      ]
      await accept(first)
      await change(
        `update public.offer_versions set valid_until = '2090-01-01'`,
        // One second before midnight, and midnight, in Wellington in daylight time.
        `update public.offer_versions set sent_at = '2026-10-31T10:59:59Z' where offer_id = '${second}'`,
        `update public.offer_versions set sent_at = '2026-10-31T11:00:00Z' where offer_id in ('${first}', '${third}')`,
        `update public.offer_acceptances set accepted_at = '2026-12-31T11:00:00Z'`,
      )
      const nothing = { open: 0, open_cents: 0, won: 0, won_cents: 0 }
      expect((await list()).months).toEqual([
        { ...nothing, month: '2027-01', won: 1, won_cents: 1380000 },
        { ...nothing, month: '2026-11', open: 1, open_cents: 1380000 },
        { ...nothing, month: '2026-10', open: 1, open_cents: 1380000 },
      ])
      expect((await list('accepted')).months).toHaveLength(3)
    })
  })

  describe('an answered offer is to be answered', () => {
    test.each([
      ['accept', 'a call', 'accepted', true],
      ['record', 'a call', 'accepted', true],
      ['accept', 'a message', 'accepted', true],
      ['decline', 'a call', 'declined', true],
      ['decline', 'a message', 'declined', true],
    ] as const)('also one that nobody said went out: %s, %s', async (deed, kind, reason, isOurs) => {
      const message = { email: 'ana@example.com', siteKey: KEY }
      const of = kind === 'a call' ? request : (await inquire(db, message)).id
      const { id } = await draft(of)
      await send(id, 1, text(), undefined, false)
      await { accept, decline, record }[deed](id)
      expect(
        await db.rows(
          `select turn_reason, ours_from <= now() and over_from > now() as ours, over_from = 'infinity' as for_good
             from public.requests where id = $1`,
          of,
        ),
        'what was promised is not over with the call',
      ).toEqual([{ turn_reason: reason, ours: isOurs, for_good: isOurs }])
    })

    test('after an acceptance a later question of the visitor still waits for its own answer', async () => {
      const message = await inquire(db, { email: 'bea@example.com', siteKey: KEY })
      const { id } = await draft(message.id)
      await send(id, 1, text(), undefined, false)
      await db.rows(
        `update public.request_events set at = at + interval '1 minute' where kind = 'wrote' and request_id = $1`,
        message.id,
      )
      await accept(id, { email: 'bea@example.com' })
      expect(
        await db.rows(
          `select turn_reason, ours_from < 'infinity' as ours from public.requests where id = $1`,
          message.id,
        ),
      ).toEqual([{ turn_reason: 'wrote', ours: true }])
    })
  })

  describe('a draft', () => {
    test('a request has one draft of an offer, and an admin cannot overwrite another admin’s save', async () => {
      const { id } = await draft(request)
      expect(await draft(request, 1, { title: 'Another' })).toEqual({ id, draft_revision: 2 })
      expect(await errorCode(draft(request, 1))).toBe('changed_meanwhile')
      expect(await errorCode(draft(request, 0))).toBe('changed_meanwhile')
      expect(await errorCode(send(id, 1))).toBe('changed_meanwhile')
      expect(await db.rowsAs(admin, `select draft ->> 'title' as title from public.offers`)).toEqual([
        { title: 'Another' },
      ])
    })

    test('a first draft of an offer updates other admins’ pages; the history has no text of the draft', async () => {
      const revision = () => db.value<number>('select revision from public.bookings where id = $1', request)
      const before = await revision()
      await draft(request)
      expect(await revision()).toBe(before + 1)
      expect(
        await db.rowsAs(admin, `select what, before, after from public.request_events where kind = 'offer'`),
      ).toEqual([{ what: 'begun', before: null, after: null }])
    })

    test('each text in a draft of an offer may have 6,000 characters in any script', async () => {
      const text = '👩'.repeat(6_000)
      const long = { included: text, excluded: text, terms: text }
      expect((await draft(request, 0, long)).draft_revision).toBe(1)
    })

    test('an offer can be drafted for a message and for a call, but not for an erased person', async () => {
      const inquiry = await inquire(db, { email: 'bea@example.com', siteKey: KEY })
      expect((await draft(inquiry.id)).draft_revision).toBe(1)
      await erase()
      expect(await errorCode(draft(request))).toBe('request_gone')
    })
  })

  describe('a sent version', () => {
    test('a sent version has the hash that shasum computes from its file', async () => {
      const words = 'He pūkeko – “ok” 👍 <b>&amp;</b> \u200fabc\n\n  $1.00  ½\n'
      const id = await sent(request, words)
      const [version] = await db.rowsAs<{ text: string; sha256: string }>(
        admin,
        'select text, sha256 from public.offer_versions',
      )
      expect(version?.text).toBe(words)
      expect(version?.sha256).toBe(
        execFileSync('shasum', ['-a', '256'], { input: words }).toString().slice(0, 64),
      )
      expect(await read(id)).toMatchObject({
        versions: [{ version: 1, text: words, sha256: version?.sha256 }],
      })
    })

    test('nobody can change a sent version or delete an accepted one: no admin, service or owner', async () => {
      const id = await sent(request)
      await accept(id)
      const statements = [
        `update public.offer_versions set total_cents = 1`,
        `update public.offer_versions set text = text`,
        `update public.offer_acceptances set keep_until = '2000-01-01'`,
        `delete from public.offer_versions`,
        `delete from public.offer_acceptances`,
        `delete from public.offers`,
        `delete from public.bookings`,
      ]
      for (const statement of statements) {
        expect(await db.errorCode(statement), statement).toMatch(/^offer_(frozen|kept)$/)
        for (const caller of [admin, service, visitor])
          expect(await errorCode(db.rowsAs(caller, statement)), statement).toBe('42501')
      }
      expect(await db.errorCode('truncate public.offer_versions cascade')).toBe('offer_kept')
      expect(await errorCode(db.rowsAs(admin, 'select public.delete_offer($1)', id))).toBe('offer_kept')
      expect(await acceptances()).toHaveLength(1)
    })

    test('a sent version can be deleted until it is accepted', async () => {
      await sent(request)
      await db.rows('delete from public.offer_versions')
      expect(await db.rows('select 1 from public.offer_versions')).toEqual([])
    })

    test.each([
      ['carriage returns', 'a\r\nb\n'],
      ['more than 40,000 bytes', `${'ā'.repeat(20_000)}\n`],
      ['50 kB', `${'a'.repeat(50_000)}\n`],
      ['no line break at its end', 'a'],
      ['two line breaks at its end', 'a\n\n'],
      ['letters and marks that are one letter', 'a\u0304b\n'],
      ['marks that turn the direction', 'a\u202eb\n'],
      ['a control character', 'a\u0007b\n'],
    ])('an offer cannot be sent with %s', async (_, words) => {
      const { id } = await draft(request)
      expect(await errorCode(send(id, 1, words))).toBe('23514')
    })

    test('the text of an offer may have exactly 40,000 bytes', async () => {
      const { id } = await draft(request)
      expect(await send(id, 1, `${'a'.repeat(39_999)}\n`)).toBe(1)
    })

    test('an admin cannot send an offer whose last day is in the past', async () => {
      const { id } = await draft(request)
      expect(await errorCode(send(id, 1, text(), await dateIn(db, -1)))).toBe('invalid_valid_until')
      expect(await send(id, 1, text(), await dateIn(db, 0))).toBe(1)
    })

    test('an admin cannot send an offer whose last day is over 397 days ahead, as by a typo in the year', async () => {
      const { id } = await draft(request)
      for (const day of [await dateIn(db, 398), '2226-11-23', '2199-12-31', '0026-11-23', 'infinity'])
        expect(await errorCode(send(id, 1, text(), day)), day).toBe('invalid_valid_until')
      expect(await send(id, 1, text(), await dateIn(db, 397))).toBe(1)
    })
  })

  test('a visitor’s page of an offer has no draft, note or admin, and a masked e-mail address', async () => {
    const id = await sent(request)
    await db.rowsAs(admin, `select public.add_note(gen_random_uuid(), $1, 'A secret note')`, request)
    const offer = await read(id)
    expect(Object.keys(offer ?? {}).toSorted()).toEqual([
      'acceptance',
      'accepted_at',
      'email_hint',
      'ended',
      'ended_at',
      'id',
      'link_version',
      'versions',
      'withdrawn_reason',
    ])
    expect(Object.keys((offer as { versions: object[] }).versions[0] ?? {}).toSorted()).toEqual([
      'sha256',
      'text',
      'valid_until',
      'version',
    ])
    expect(JSON.stringify(offer)).not.toMatch(/secret|ana@|studio\.test|An app/)
    expect(offer).toMatchObject({ acceptance: null, email_hint: 'a…@example.com' })
    for (const outcome of [await accept(id, { email: 'x@y.nz' }), await accept(id), await accept(id)])
      expect(['outcome', 'at', 'tries_left']).toEqual(expect.arrayContaining(Object.keys(outcome)))
    expect(JSON.stringify(await read(id))).not.toMatch(/secret|studio\.test|An app/)
    expect(await errorCode(db.rowsAs(visitor, 'select public.get_offer($1, $2)', 'no key', id))).toBe(
      'not_signed',
    )
  })

  test.each(['on its page', 'by e-mail'])(
    'a visitor who accepted it %s reads so there, with the words of the acceptance',
    async (where) => {
      const id = await sent(request)
      await (where === 'by e-mail' ? record(id) : accept(id))
      const words = where === 'by e-mail' ? 'Yes please, go ahead.' : consent
      expect(await read(id)).toMatchObject({
        acceptance: {
          ...{ version: 1, email: 'ana@example.com', words },
          typed_name: where === 'by e-mail' ? null : 'Ana Ngata',
        },
        email_hint: null,
      })
    },
  )

  test('no visitor can read an offer that was never sent', async () => {
    expect(await read((await draft(request)).id)).toBeNull()
  })

  describe('accepting', () => {
    test('an acceptance stores name, e-mail, the ticked words, the version and its hash, once', async () => {
      const id = await sent(request)
      expect(await accept(id, { email: 'ANA@example.com' })).toEqual({ outcome: 'accepted' })
      expect(await acceptances()).toEqual([
        {
          version: 1,
          channel: 'page',
          typed_name: 'Ana Ngata',
          email: 'ANA@example.com',
          sha256: sha(text()),
          email_text: null,
        },
      ])
      const again = await accept(id)
      expect(again.outcome).toBe('already_accepted')
      expect(again.at).toEqual((await read(id))?.accepted_at)
      expect(await decline(id)).toMatchObject({ outcome: 'already_accepted' })
      expect(await errorCode(send(id, 1))).toBe('offer_accepted')
      expect(await errorCode(draft(request, 1))).toBe('offer_accepted')
      expect(await errorCode(withdraw(id))).toBe('offer_accepted')
      expect(await errorCode(record(id))).toBe('offer_accepted')
    })

    test('an accepted offer is kept for seven years, to the day', async () => {
      await accept(await sent(request))
      expect(
        await db.value(
          `select keep_until = (private.studio_today() + interval '7 years')::date from public.offer_acceptances`,
        ),
      ).toBe(true)
    })

    test('a visitor can accept only the newest version of an offer, by its hash', async () => {
      const id = await sent(request)
      await send(id, 1, text('Scale'))
      expect(await accept(id)).toEqual({ outcome: 'superseded' })
      expect(await accept(id, { version: 2 }), 'the hash of another text').toEqual({ outcome: 'superseded' })
      expect(await accept(id, { version: 2, hash: sha(text('Scale')) })).toEqual({ outcome: 'accepted' })
      expect(await acceptances()).toMatchObject([{ version: 2 }])
    })

    test('an admin cannot withdraw an offer whose newest version their page does not show', async () => {
      const id = await sent(request)
      await send(id, 1)
      expect(await errorCode(withdraw(id, true, 1))).toBe('changed_meanwhile')
      expect(await read(id)).toMatchObject({ ended: null, versions: [{ version: 1 }, { version: 2 }] })
      await withdraw(id, true, 2)
      expect(await read(id)).toMatchObject({ ended: 'withdrawn' })
    })

    test('a withdrawn or declined offer cannot be accepted; a new version can', async () => {
      const id = await sent(request)
      await withdraw(id)
      expect(await accept(id)).toMatchObject({ outcome: 'withdrawn' })
      expect(await read(id)).toMatchObject({ ended: 'withdrawn', withdrawn_reason: 'Our mistake' })
      expect(await errorCode(withdraw(id))).toBe('offer_not_open')
      await send(id, 1)
      expect(await decline(id, { version: 2 })).toEqual({ outcome: 'declined_now' })
      expect(await accept(id, { version: 2 })).toMatchObject({ outcome: 'declined' })
      expect(await read(id), 'why is for the studio').toMatchObject({
        ended: 'declined',
        withdrawn_reason: null,
      })
      await send(id, 1)
      expect(await accept(id, { version: 3 })).toEqual({ outcome: 'accepted' })
    })

    test('accepting needs the request’s e-mail; after five wrong ones in a day the right one fails too', async () => {
      const id = await sent(request)
      for (let guess = 0; guess < 5; guess++) {
        const outcome =
          guess % 2 ? await accept(id, { email: 'x@y.nz' }) : await decline(id, { email: 'x@y.nz' })
        expect(outcome).toEqual({ outcome: 'email_differs', tries_left: 4 - guess })
      }
      expect(await accept(id)).toEqual({ outcome: 'too_many_emails' })
      expect(await db.rows('select * from private.offer_guesses')).toHaveLength(5)
      await db.rows(`update private.offer_guesses set guessed_at = now() - interval '24 hours'`)
      expect(await accept(id)).toEqual({ outcome: 'accepted' })
    })

    test('after a stranger’s wrong guesses an admin sees them, and a new version can be accepted', async () => {
      const guesses = () => db.valueAs<number>(admin, 'select public.count_offer_guesses($1)', id)
      const id = await sent(request)
      expect(await guesses()).toBe(0)
      for (let guess = 0; guess < 6; guess++) await accept(id, { email: 'x@y.nz' })
      expect(await guesses()).toBe(5)
      await send(id, 1)
      expect(await guesses()).toBe(0)
      expect(await accept(id, { version: 2 })).toEqual({ outcome: 'accepted' })
    })

    test('an acceptance by an invalid link, or of a deleted offer, stores nothing', async () => {
      const id = await sent(request)
      expect(await accept(id, { link: 2 })).toEqual({ outcome: 'link_invalid' })
      expect(await accept('00000000-0000-4000-8000-00000000000f')).toEqual({ outcome: 'link_invalid' })
      expect(await accept((await draft((await inquire(db, { siteKey: KEY })).id)).id)).toEqual({
        outcome: 'link_invalid',
      })
      await erase()
      expect(await accept(id)).toEqual({ outcome: 'link_invalid' })
      expect(await acceptances()).toEqual([])
    })

    test('an admin can record an acceptance by e-mail of the newest version, even after its last day', async () => {
      const id = await sent(request, text(), await dateIn(db, 0))
      await send(id, 1)
      expect(await errorCode(record(id, 1))).toBe('changed_meanwhile')
      await record(id, 2)
      expect(await acceptances()).toMatchObject([
        {
          version: 2,
          channel: 'email',
          email: 'ana@example.com',
          typed_name: null,
          email_text: 'Yes please, go ahead.',
        },
      ])
      expect(await accept(id, { version: 2 })).toMatchObject({ outcome: 'already_accepted' })
    })

    test('an acceptance is in the request’s history with the accepting person’s name', async () => {
      const id = await sent(request)
      await withdraw(id)
      await send(id, 1)
      await accept(id, { version: 2 })
      expect(
        await db.rowsAs(
          admin,
          `select actor, kind, what from public.request_events where kind <> 'booked' order by id`,
        ),
      ).toEqual([
        { actor: 'admin@studio.test', kind: 'offer', what: 'begun' },
        { actor: 'admin@studio.test', kind: 'offered', what: 'sent' },
        { actor: 'admin@studio.test', kind: 'withdrawn', what: 'withdrawn' },
        { actor: 'admin@studio.test', kind: 'offered', what: 'sent' },
        { actor: 'visitor', kind: 'accepted', what: null },
      ])
    })
  })

  test.each([
    ['mailed', true, 'visitor: offer', 'visitor: offer_withdrawn'],
    ['not mailed', false],
  ])('a sent version and its withdrawal hold at once, and have no Undo: %s', async (_, mailed, ...mails) => {
    const [sending, withdrawal] = mails.map((mail) => [mail])
    const { id } = await draft(request)
    await send(id, 1, text(), undefined, mailed)
    const made = await db.value<number>('select max(revision) from public.request_events')
    expect(await read(id)).toMatchObject({ versions: [{ version: 1 }] })
    expect(await sendDue(db)).toEqual(sending ?? [])
    expect(await errorCode(undo(request, made))).toBe('nothing_to_undo')
    expect(await errorCode(undo(request, await withdraw(id, mailed)))).toBe('nothing_to_undo')
    expect(await accept(id)).toMatchObject({ outcome: 'withdrawn' })
    expect(await sendDue(db)).toEqual(withdrawal ?? [])
  })

  test('a version withdrawn before its mail went stays so: no Undo opens it, and nothing goes out', async () => {
    const id = await sent(request)
    const sending = await db.value<number>('select max(revision) from public.request_events')
    for (const revision of [sending, await withdraw(id)])
      expect(await errorCode(undo(request, revision))).toBe('nothing_to_undo')
    expect(await read(id)).toMatchObject({ ended: 'withdrawn' })
    expect(await sendDue(db)).toEqual([])
  })

  test('a version that 1.0.0 sent shows the one before for its minute, in which nobody accepts that', async () => {
    const id = await sent(request)
    await sendDue(db)
    await send(id, 1, text('Scale'))
    await db.rows(`update private.outbox set send_after = now() + interval '1 minute' where version = 2`)
    await db.rows(`set local session_replication_role = 'replica'`)
    await db.rows(`update public.offer_versions set sent_at = now() + interval '1 minute' where version = 2`)
    await db.rows(`set local session_replication_role = 'origin'`)
    expect(await read(id)).toMatchObject({ versions: [{ version: 1 }] })
    expect(await accept(id)).toEqual({ outcome: 'superseded' })
    expect(await sendDue(db)).toEqual([])
    await pass(db, '1 minute')
    expect(await read(id)).toMatchObject({ versions: [{ version: 1 }, { version: 2 }] })
    expect(await sendDue(db)).toEqual(['visitor: offer'])
    expect(await accept(id, { version: 2, hash: sha(text('Scale')) })).toEqual({ outcome: 'accepted' })
  })

  describe('a wrongly recorded acceptance', () => {
    /** All rows that an Undo must restore, without revisions and the history. */
    const world = async () => ({
      requests: await db.rows('select * from public.requests order by id'),
      offers: await db.rows('select id, link_version from public.offers order by id'),
      acceptances: await db.rows('select * from public.offer_acceptances'),
      mails: (await waiting(db)).toSorted(),
    })

    test('an admin can undo a wrongly recorded acceptance within a minute, also while a mail waits', async () => {
      const id = await sent(request)
      const before = await world()
      const revision = await record(id)
      // now() is the beginning of the set-up, which on a busy machine is more than a minute ago.
      await db.rows(`set local session_replication_role = 'replica'`)
      await db.rows('update public.offer_acceptances set accepted_at = clock_timestamp()')
      await db.rows(`set local session_replication_role = 'origin'`)
      expect(await errorCode(db.rowsAs(admin, 'select public.delete_offer($1)', id))).toBe('offer_kept')
      expect(await sendDue(db), 'while it can be taken back').toEqual([])
      for (const press of ['undo', 'undo again, as after a lost response']) {
        expect(await undo(request, revision), press).toBe('undone')
        expect(await world()).toEqual(before)
      }
      expect(await db.rows('select kind, what from public.request_events order by id desc limit 1')).toEqual([
        { kind: 'undone', what: 'accepted' },
      ])
      expect(await sendDue(db)).toEqual(['visitor: offer'])
      expect(await accept(id), 'the right one can accept').toEqual({ outcome: 'accepted' })
      const theirs = await db.value<number>('select max(revision) from public.request_events')
      expect(await errorCode(undo(request, theirs)), 'what they did themselves stays').toBe('visitors_act')
    })

    test('an acceptance cannot be deleted after its minute', async () => {
      const id = await sent(request)
      const revision = await record(id)
      await pass(db, '61 seconds')
      expect(await errorCode(undo(request, revision))).toBe('minute_over')
      expect(await errorCode(db.rows('delete from public.offer_acceptances'))).toBe('offer_kept')
    })
  })

  describe('mails', () => {
    test('a version whose mail was not acknowledged is not sent again as the next version', async () => {
      const id = await sent(request)
      await claim(db)
      await send(id, 1, text('Scale'))
      expect(await sendDue(db)).toEqual(['visitor: offer'])
      await pass(db, '12 minutes')
      expect(await sendDue(db)).toEqual([])
    })

    test('a version whose mail failed does not go out beside the next version', async () => {
      const id = await sent(request)
      const [first] = await claim(db)
      await send(id, 1, text('Scale'))
      if (first) await finish(db, first, { outcome: 'failed', error: 'ETIMEDOUT CONN' })
      await pass(db, '3 minutes')
      expect((await claim(db)).map(({ kind, version }) => `${kind} ${version as number}`)).toEqual([
        'offer 2',
      ])
    })

    test('‘Send again’ for a former version does not mail the newest version twice', async () => {
      const id = await sent(request)
      const [first] = await claim(db)
      if (first) await finish(db, first, { outcome: 'refused', error: '552 RCPT TO' })
      await send(id, 1, text('Scale'))
      expect(await sendDue(db)).toEqual(['visitor: offer'])
      await db.rowsAs(admin, 'select public.retry_mails(array[$1::uuid])', first?.id)
      expect(await sendDue(db)).toEqual([])
    })

    test('an offer is mailed at once, and its acceptance to both sides with the whole text', async () => {
      const id = await sent(request)
      expect(await claim(db)).toMatchObject([
        {
          about: 'offer',
          kind: 'offer',
          recipient: 'visitor',
          about_id: request,
          offer_id: id,
          version: 1,
          text: text(),
          email: 'ana@example.com',
        },
      ])
      await accept(id)
      const mails = await claim(db)
      expect(mails.map(({ kind, recipient }) => `${recipient}: ${kind}`).toSorted()).toEqual([
        'studio: offer_accepted',
        'visitor: offer_accepted',
      ])
      for (const mail of mails)
        expect(mail).toMatchObject({ text: text(), sha256: sha(text()), typed_name: 'Ana Ngata' })
    })

    test('an offer’s mail goes out even after the call of its request', async () => {
      await sent(request)
      await db.rows(`update public.bookings set date = private.studio_today() - 1 where id = $1`, request)
      await db.rowsAs(admin, `update public.bookings set status = 'cancelled' where id = $1`, request)
      expect(await sendDue(db)).toContain('visitor: offer')
    })

    test.each<[what: string, done: ((id: string) => Promise<unknown>)[], mailed: string[]]>([
      ['mailed, withdrawn', [() => sendDue(db), withdraw], ['visitor: offer_withdrawn']],
      ['withdrawn before it was mailed', [withdraw], []],
      ['not delivered, withdrawn', [() => giveUp(), withdraw], []],
      [
        'mailed long ago, withdrawn',
        [() => sendDue(db), () => forget(), withdraw],
        ['visitor: offer_withdrawn'],
      ],
      [
        'mailed, withdrawn, sent again',
        [() => sendDue(db), withdraw, (id) => send(id, 1)],
        ['visitor: offer'],
      ],
      ['declined before it was mailed', [(id) => decline(id)], ['studio: offer_declined']],
      ['sent again before it was mailed', [(id) => send(id, 1)], ['visitor: offer']],
      [
        'sent again by hand before it was mailed, withdrawn',
        [(id) => send(id, 1, text(), undefined, false), withdraw],
        ['visitor: offer_withdrawn'],
      ],
      ['withdrawn while the site sends no mails', [() => forget(), (id) => withdraw(id, false)], []],
    ])(
      'mails about an offer correct once what the visitor or the studio has read: %s',
      async (_, done, mailed) => {
        const id = await sent(request)
        for (const does of done) await does(id)
        expect(await sendDue(db)).toEqual(mailed)
      },
    )
    const forget = () => db.rows('delete from private.outbox')
    const giveUp = () => db.rows(`update private.outbox set given_up_at = now() where kind = 'offer'`)

    test('the mail about a withdrawn offer has the reason', async () => {
      const id = await sent(request)
      await sendDue(db)
      await withdraw(id)
      expect(await claim(db)).toMatchObject([{ about_id: request, ended_reason: 'Our mistake' }])
    })

    test('an undelivered mail about an offer is listed with its person and request', async () => {
      await sent(request)
      await db.rows(`update private.outbox set given_up_at = now() where kind = 'offer'`)
      expect(
        await db.rowsAs(
          admin,
          'select kind, about_id, name, email, total_cents::int from public.get_mail_problems()',
        ),
      ).toEqual([
        { kind: 'offer', about_id: request, name: 'Ana', email: 'ana@example.com', total_cents: 1380000 },
      ])
    })

    test('mails about offers count towards the daily cap of a person’s address', async () => {
      await sent(request)
      await db.rows(`update private.submission_caps set max = 2 where name = 'mails_per_email_in_24_hours'`)
      expect(await sendDue(db)).toEqual(['visitor: offer'])
      await inquire(db, { siteKey: KEY })
      expect(await sendDue(db)).toEqual(['studio: received'])
    })
  })

  describe('a visitor who waits for an answer', () => {
    const state = (id: string) =>
      db
        .rows(
          `select status, owner is not null as owned, over_from > now() and ours_from <= now() as waits,
             over_from > now() and ours_from > now() as their_turn
           from public.requests where id = $1`,
          id,
        )
        .then(([row]) => row)
    test('a mailed offer answers the visitor, and then it is the visitor’s turn', async () => {
      const message = await inquire(db, { email: 'bea@example.com', siteKey: KEY })
      await sent(request)
      await sent(message.id)
      expect(await state(request)).toEqual({ status: 'pending', owned: true, waits: false, their_turn: true })
      expect(await state(message.id)).toEqual({
        status: 'replied',
        owned: true,
        waits: false,
        their_turn: true,
      })
    })

    test('an unmailed offer answers the visitor only once an admin says that it went out', async () => {
      const { id } = await draft(request)
      await send(id, 1, text(), undefined, false)
      const wentOut = async () => [
        await db.valueAs<boolean>(admin, 'select public.offer_went_out($1)', request),
        await db.valueAs(admin, `select public.list_offers() -> 'offers' -> 0 -> 'went_out'`),
      ]
      expect(await wentOut(), 'made, not sent').toEqual([false, false])
      expect(await state(request)).toEqual({
        status: 'pending',
        owned: false,
        waits: true,
        their_turn: false,
      })
      const reply = '00000000-0000-4000-8000-0000000000c1'
      const known = { status: 'pending', date: '2027-01-09', start_time: '09:00', at: '2027-01-01T00:00Z' }
      await db.rows('update public.bookings set known = $2 where id = $1', request, known)
      const revision = await db.value<number>('select revision from public.bookings where id = $1', request)
      await db.rowsAs(admin, `select public.send_reply($1, $2, $3, 'offer')`, reply, request, revision)
      expect(
        await db.value('select known from public.bookings where id = $1', request),
        'an offer does not change what the visitor knows of the call',
      ).toEqual(known)
      expect(await state(request)).toEqual({ status: 'pending', owned: true, waits: false, their_turn: true })
      expect(await wentOut()).toEqual([true, true])
      await db.rowsAs(
        admin,
        'select public.undo_act(request_id, revision) from public.request_events where form_id = $1',
        reply,
      )
      expect(await wentOut()).toEqual([false, false])
      expect(await state(request)).toEqual({
        status: 'pending',
        owned: false,
        waits: true,
        their_turn: false,
      })
    })

    test.each(['accept', 'decline', 'withdraw', 'record'] as const)(
      'need not act any more after: %s',
      async (deed) => {
        const id = await sent(request)
        await { accept, decline, withdraw, record }[deed](id)
        expect(await state(request)).toMatchObject({ their_turn: false })
      },
    )

    test('a visitor need not act once an admin told them that the offer is withdrawn', async () => {
      const message = await inquire(db, { email: 'bea@example.com', siteKey: KEY })
      const { id } = await draft(message.id)
      await send(id, 1, text(), undefined, false)
      await withdraw(id, false)
      await db.rowsAs(
        admin,
        `select public.send_reply('00000000-0000-4000-8000-0000000000c1', $1, 100, 'offer_withdrawn')`,
        message.id,
      )
      expect(await state(message.id)).toEqual({
        status: 'replied',
        owned: true,
        waits: false,
        their_turn: false,
      })
    })
  })

  describe('a corrected e-mail address', () => {
    const correct = async (email: string) =>
      db.rows(`update public.bookings set email = $1 where id = $2`, email, request)

    test('a corrected e-mail address makes sent links invalid; an admin sees that the offer must go out', async () => {
      const id = await sent(request)
      await correct('hana@example.com')
      expect(await accept(id)).toEqual({ outcome: 'link_invalid' })
      expect(await accept(id, { email: 'hana@example.com' })).toEqual({ outcome: 'link_invalid' })
      expect(
        await db.rowsAs(
          admin,
          'select link_version, version, ended, ended_by from public.offers o join public.offer_endings e on e.offer_id = o.id',
        ),
      ).toEqual([{ link_version: 2, version: 1, ended: 'withdrawn', ended_by: 'database' }])
      expect(await sendDue(db), 'the mail that waited').not.toContain('visitor: offer')
      await send(id, 1)
      expect(await sendDue(db)).toEqual(['visitor: offer'])
      expect(await accept(id, { version: 2, link: 2, email: 'hana@example.com' })).toEqual({
        outcome: 'accepted',
      })
    })

    test('an e-mail address corrected only in its case keeps the offer’s link valid', async () => {
      const id = await sent(request)
      await correct('ANA@example.com')
      expect(await accept(id)).toEqual({ outcome: 'accepted' })
    })

    test('a corrected e-mail address keeps a draft and an accepted offer, and only changes their link', async () => {
      const { id } = await draft(request)
      await correct('hana@example.com')
      await send(id, 1)
      await accept(id, { link: 2, email: 'hana@example.com' })
      await correct('ana@example.com')
      expect(await db.rowsAs(admin, 'select link_version from public.offers')).toEqual([{ link_version: 3 }])
      expect(await db.rowsAs(admin, 'select 1 from public.offer_endings')).toEqual([])
    })
  })

  describe('erasing', () => {
    test('erasing a person deletes an offer that was not accepted, with its mails', async () => {
      await sent(request)
      await erase()
      for (const table of ['public.offers', 'public.offer_versions'])
        expect(await db.rows(`select 1 from ${table}`), table).toEqual([])
      expect(await waiting(db)).toEqual([])
    })

    test('erasing a person keeps an accepted offer, without request, draft and mails; its link is invalid', async () => {
      const id = await sent(request)
      await accept(id)
      expect(
        await db.valueAs(
          visitor,
          `select public.get_managed_booking($1, $2) ->> 'offer_kept_until'`,
          KEY,
          request,
        ),
      ).toBe(await db.value(`select (private.studio_today() + interval '7 years')::date::text`))
      await erase()
      expect(await db.rows('select request_id, draft, link_version from public.offers')).toEqual([
        { request_id: null, draft: null, link_version: 2 },
      ])
      expect(await acceptances()).toMatchObject([{ typed_name: 'Ana Ngata', email: 'ana@example.com' }])
      expect(await db.rows('select text from public.offer_versions')).toEqual([{ text: text() }])
      expect(await read(id)).toBeNull()
      expect(await accept(id, { link: 2 })).toEqual({ outcome: 'link_invalid' })
      expect(await waiting(db)).toEqual([])
      await db.rows('delete from public.bookings')
    })

    test('a visitor who erases their own request keeps and deletes the same offers as an admin would', async () => {
      const id = await sent(request)
      await accept(id)
      await db.rowsAs(
        visitor,
        'select public.erase_managed_booking($1, $2, 1, $3)',
        KEY,
        request,
        'ana@example.com',
      )
      expect(await acceptances()).toHaveLength(1)
      expect(await read(id)).toBeNull()
    })
  })

  test('an admin can delete an accepted offer only after the end of its retention', async () => {
    const id = await sent(request)
    await accept(id)
    await erase()
    await db.rows(`create or replace function private.studio_today() returns date language sql stable set search_path = ''
      as $$ select (now() + interval '7 years')::date + 2 $$`)
    await db.rowsAs(admin, 'select public.delete_offer($1)', id)
    for (const table of ['offers', 'offer_versions', 'offer_endings', 'offer_acceptances'])
      expect(await db.rows(`select 1 from public.${table}`), table).toEqual([])
    expect(await errorCode(db.rowsAs(admin, 'select public.delete_offer($1)', id))).toBe('offer_gone')
  })

  test('an admin’s list filters requests by ‘offered’ and ‘won’', async () => {
    const won = await inquire(db, { email: 'bea@example.com', siteKey: KEY })
    await accept(await sent(won.id), { email: 'bea@example.com' })
    await sent(request)
    await draft((await inquire(db, { email: 'cleo@example.com', siteKey: KEY })).id)
    const listed = async (outcome: string) => {
      const rows = await db.rowsAs<{ id: string }>(
        admin,
        `select id from public.admin_requests where is_${outcome}`,
      )
      return rows.map(({ id }) => id)
    }
    expect(await listed('quoted')).toEqual([request])
    expect(await listed('won')).toEqual([won.id])
  })

  test('the filter ‘offered’ has expired offers too, but no withdrawn, declined or accepted one', async () => {
    const listed = () => db.rowsAs(admin, 'select id from public.admin_requests where is_quoted')
    const id = await sent(request)
    expect(await listed()).toHaveLength(1)
    await withdraw(id)
    expect(await listed()).toEqual([])
    await send(id, 1)
    await decline(id, { version: 2 })
    expect(await listed()).toEqual([])
    await send(id, 1)
    await db.rows(`set local session_replication_role = 'replica'`)
    await db.rows('update public.offer_versions set valid_until = private.studio_today() - 1')
    await db.rows(`set local session_replication_role = 'origin'`)
    expect(await listed()).toHaveLength(1)
  })

  test('a restored backup has the same versions, acceptances and hashes of offers', async () => {
    const id = await sent(request)
    await decline(id)
    await send(id, 1)
    await accept(id, { version: 2 })
    const dump = (table: string) =>
      db.rows<{ row: unknown }>(`select to_jsonb(t) as row from public.${table} t`)
    const tables = ['offers', 'offer_versions', 'offer_endings', 'offer_acceptances']
    const before = []
    for (const table of tables) before.push(await dump(table))
    await db.rows(`update private.submission_caps set max = max where false`)
    await db.rows(`set local session_replication_role = 'replica'`)
    for (const table of tables) await db.rows(`delete from public.${table}`)
    await db.rows(`set local session_replication_role = 'origin'`)
    for (const [at, table] of tables.entries())
      for (const { row } of before[at] ?? [])
        await db.rows(
          `insert into public.${table} select * from jsonb_populate_record(null::public.${table}, $1)`,
          row,
        )
    const after = []
    for (const table of tables) after.push(await dump(table))
    expect(after).toEqual(before)
  })
})

// PGlite's now() follows the test's Date, so that database and site have the same time.
onPglite((db) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const setClock = async (instant: string) => {
    vi.setSystemTime(instant)
    await db.rows('rollback')
    await db.rows('begin')
    await useKey(db)
    return (await inquire(db, { siteKey: KEY })).id
  }

  test.each([
    ['an ordinary day', '2027-01-04', '2027-01-04T10:59:59Z', '2027-01-04T11:00:00Z'],
    ['a day of 25 hours', '2027-04-04', '2027-04-04T11:59:59Z', '2027-04-04T12:00:00Z'],
    ['a day of 23 hours', '2027-09-26', '2027-09-26T10:59:59Z', '2027-09-26T11:00:00Z'],
  ])(
    'an offer is valid to the end of %s, by the studio’s clock, and is shown so',
    async (_, day, last, over) => {
      const { sent, accept } = offers(db)
      const shown = () => statusOf({ accepted_at: null, ended: null, valid_until: day }, Date.now())
      expect(await accept(await sent(await setClock(last), text(), day))).toEqual({ outcome: 'accepted' })
      expect(shown()).toBe('open')
      const request = await setClock(over)
      const id = await sent(request, text())
      await db.rows(`set local session_replication_role = 'replica'`)
      await db.rows(`update public.offer_versions set valid_until = $1`, day)
      await db.rows(`set local session_replication_role = 'origin'`)
      expect(await accept(id)).toEqual({ outcome: 'expired' })
      expect(shown()).toBe('expired')
    },
  )
})
