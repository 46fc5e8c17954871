import { expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, emptySchedule } from './fixtures'

/** The tables with text that a person wrote, or that is about a person. */
const tables = [
  'public.requests',
  'public.bookings',
  'public.inquiries',
  'public.request_notes',
  'public.request_events',
  'private.letters',
  'private.outbox',
  'public.offers',
  'public.offer_versions',
  'public.offer_endings',
  'public.offer_acceptances',
]

/** A test person's text for each text or JSON column. Erasing the person must remove it. */
const words: Record<string, string> = {
  'requests.search_text': 'words in a message',
  'requests.outcome_reason': 'Words why lost',
  'bookings.name': 'Wordy Wiremu',
  'bookings.email': 'wordy@example.com',
  'bookings.message': 'Words in a message',
  'bookings.phone': '+64 4 123 4567',
  'bookings.location': 'Words of a place',
  'bookings.known': 'Words told of a place',
  'bookings.cancel_reason': 'Words why not',
  'bookings.cancel_message': 'Words to a visitor',
  'bookings.fit': 'words=of-start',
  'bookings.price_seen': 'Words of a price',
  'bookings.act': 'Words of an act',
  'bookings.room': 'wordsofaroom',
  'inquiries.name': 'Wordy Wiremu',
  'inquiries.email': 'wordy@example.com',
  'inquiries.message': 'Words in a message',
  'inquiries.fit': 'words=of-start',
  'inquiries.price_seen': 'Words of a price',
  'inquiries.act': 'Words of an act',
  'request_notes.body': 'Words in a note',
  'request_events.before': 'Words before',
  'request_events.after': 'Words after',
  'request_events.what': 'Words of what',
  'letters.subject': 'Words in a subject',
  'letters.body': 'Words in a reply',
  'letters.email': 'wordy@example.com',
  'letters.state': 'Words of what was told',
  'outbox.last_error': 'Words of a server',
  'outbox.said': 'Words that a mail says',
  'offers.draft': 'Words of a draft',
  'offer_endings.reason': 'Words why declined',
  'offer_versions.body': 'Words of a version',
  'offer_versions.text': 'Words of an offer',
}
/** Text of an accepted offer. Erasing keeps it until the offer's retention ends. */
const kept: Record<string, string> = {
  'offer_versions.body': 'Accepted words of a version',
  'offer_versions.text': 'Accepted words of an offer',
  'offer_acceptances.typed_name': 'Accepted by Wiremu',
  'offer_acceptances.email': 'accepted@example.com',
  'offer_acceptances.email_text': 'Accepted words of a mail',
}
/** Columns that hold only fixed values, such as a status, and never a person's text. */
const ours = [
  'requests.kind',
  'requests.status',
  'requests.turn_reason',
  'requests.outcome',
  'bookings.status',
  'bookings.package',
  'inquiries.status',
  'inquiries.package',
  'request_events.kind',
  'request_events.actor',
  'request_events.turn',
  'letters.kind',
  'letters.times',
  'outbox.kind',
  'outbox.recipient',
  'outbox.act',
  'outbox.key',
  'offers.created_by',
  'offer_endings.ended',
  'offer_endings.ended_by',
  'offer_versions.sha256',
  'offer_versions.sent_by',
  'offer_acceptances.sha256',
  'offer_acceptances.channel',
  'offer_acceptances.consent_text',
  'offer_acceptances.recorded_by',
]

onPostgres((db) => {
  const ids: string[] = []
  setUpOnce(db, async () => {
    await emptySchedule(db)
    const slot = await addDailySlot(db)
    ids.length = 0
    ids.push(
      await db.value<string>(
        `insert into public.bookings (name, email, message, phone, location, known, cancel_reason, cancel_message,
           fit, price_seen, room, act, status, date, time_slot_id)
         values ('Wordy Wiremu', 'wordy@example.com', 'Words in a message', '+64 4 123 4567', 'Words of a place',
           '{"location": "Words told of a place"}', 'Words why not', 'Words to a visitor',
           'words=of-start', 'Words of a price', 'wordsofaroom', '{"what": "Words of an act"}', 'cancelled', private.studio_today() + 9, $1)
         returning id`,
        slot,
      ),
      await db.value<string>(
        `insert into public.inquiries (name, email, message, fit, price_seen, act)
         values ('Wordy Wiremu', 'wordy@example.com', 'Words in a message', 'words=of-start', 'Words of a price', '{"what": "Words of an act"}')
         returning id`,
      ),
      await db.value<string>(
        `insert into public.inquiries (name, email) values ('Wordy Wiremu', 'wordy@example.com') returning id`,
      ),
    )
    await db.rows(
      `update public.requests set outcome = 'lost', outcome_reason = 'Words why lost' where id = $1`,
      ids[0],
    )
    for (const id of ids.slice(0, 2)) {
      await db.rows(
        `insert into public.request_notes (id, request_id, body) values (gen_random_uuid(), $1, 'Words in a note')`,
        id,
      )
      await db.rows(
        `with event as (
           insert into public.request_events (request_id, revision, actor, kind, before, after, what)
           values ($1, 9, 'visitor', 'replied', '{"location": "Words before"}', '{"location": "Words after"}', 'Words of what')
           returning id
         ), letter as (
           insert into private.letters (event_id, kind, subject, body, email, state)
           select id, 'answer', 'Words in a subject', 'Words in a reply', 'wordy@example.com', '{"location": "Words of what was told"}' from event
           returning event_id
         )
         insert into private.outbox (request_id, kind, recipient, letter_id, last_error, said, due_at, send_after)
         select $1, 'reply', 'visitor', event_id, 'Words of a server', '{"wording": "Words that a mail says"}', now(), now() from letter`,
        id,
      )
    }
    const [open, page, email] = [
      await insertOffer(ids[0], 'Words'),
      await insertOffer(ids[1], 'Accepted words'),
      await insertOffer(ids[2], 'Accepted words'),
    ]
    for (const offer of [open, page])
      await db.rows(
        `insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
         values ($1, 1, 'declined', 'visitor', 'Words why declined')`,
        offer,
      )
    await db.rows(
      `insert into public.offer_versions (offer_id, version, body, text, total_cents, sent_by, valid_until)
       select offer_id, 2, body, text, total_cents, sent_by, valid_until from public.offer_versions where offer_id = $1`,
      page,
    )
    await db.rows(
      `insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, keep_until)
       values ($1, 2, '', 'page', 'Accepted by Wiremu', 'accepted@example.com', 'Yes', private.studio_today() + 9)`,
      page,
    )
    await db.rows(
      `insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
       values ($1, 1, '', 'email', 'accepted@example.com', 'Accepted words of a mail', 'admin@studio.test', private.studio_today() + 9)`,
      email,
    )
  })

  /** Creates an offer with a draft and one version, whose texts begin with `begin`. */
  async function insertOffer(request: string | undefined, begin: string) {
    const id = await db.value<string>(
      `insert into public.offers (request_id, draft, created_by)
       values ($1, '{"title": "Words of a draft"}', 'admin@studio.test') returning id`,
      request,
    )
    await db.rows(
      `insert into public.offer_versions (offer_id, version, body, text, total_cents, sent_by, valid_until)
       values ($1, 1, jsonb_build_object('title', $2 || ' of a version'), $2 || E' of an offer\n', 1, 'admin@studio.test', private.studio_today())`,
      id,
      begin,
    )
    return id
  }

  /**
   * Every text or JSON column of `tables`, as `bookings.name`: a new column fails the test until it
   * is listed.
   */
  const columns = () =>
    db.rows<{ table: string; name: string; attname: string }>(
      `select attrelid::regclass::text as table, relname || '.' || attname as name, attname
       from pg_attribute join pg_class c on c.oid = attrelid
       where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped
         and atttypid = any ('{text,jsonb,json,varchar,text[]}'::regtype[])
       order by 2`,
      `{${tables.join()}}`,
    )
  const holds = (column: { table: string; attname: string }, text: string) =>
    db.value<boolean>(
      `select exists (select from ${column.table} where strpos(${column.attname}::text, $1) > 0)`,
      text,
    )

  test('erasing a person removes their text from every column, except an accepted offer', async () => {
    const found = await columns()
    const known = new Set([...Object.keys(words), ...Object.keys(kept), ...ours])
    expect(found.map(({ name }) => name)).toEqual([...known].toSorted())
    for (const column of found)
      for (const text of [words[column.name], kept[column.name]])
        if (text) expect(await holds(column, text), `${column.name} before`).toBe(true)
    for (const id of ids) await db.rows('select private.erase_request($1)', id)
    const left = []
    for (const column of found)
      for (const text of new Set(Object.values(words)))
        if (await holds(column, text)) left.push(`${column.name}: ${text}`)
    expect(left).toEqual([])
    for (const column of found) {
      const text = kept[column.name]
      if (text) expect(await holds(column, text), `${column.name} after`).toBe(true)
    }
  })
})
