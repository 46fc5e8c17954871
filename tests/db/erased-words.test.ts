import { beforeEach, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { addDailySlot, emptySchedule } from './fixtures'

/** Where what a person wrote, or what was written about them, is kept. */
const tables = [
  'public.bookings',
  'public.inquiries',
  'public.request_notes',
  'public.request_events',
  'private.replies',
  'private.outbox',
]

/** What stands in each text or JSON column: a person's words, which erasing takes away. */
const words: Record<string, string> = {
  'bookings.name': 'Wordy Wiremu',
  'bookings.email': 'wordy@example.com',
  'bookings.message': 'Words in a message',
  'bookings.search_text': 'words in a message',
  'bookings.phone': '+64 4 123 4567',
  'bookings.location': 'Words of a place',
  'bookings.told_location': 'Words told of a place',
  'bookings.cancel_reason': 'Words why not',
  'bookings.cancel_message': 'Words to a visitor',
  'bookings.untold_from': 'Words of a place that was',
  'bookings.outcome_reason': 'Words why lost',
  'bookings.fit': 'words=of-start',
  'bookings.price_seen': 'Words of a price',
  'inquiries.name': 'Wordy Wiremu',
  'inquiries.email': 'wordy@example.com',
  'inquiries.message': 'Words in a message',
  'inquiries.search_text': 'words in a message',
  'inquiries.fit': 'words=of-start',
  'inquiries.price_seen': 'Words of a price',
  'request_notes.body': 'Words in a note',
  'request_events.before': 'Words before',
  'request_events.after': 'Words after',
  'request_events.what': 'Words of what',
  'replies.subject': 'Words in a subject',
  'replies.body': 'Words in a reply',
  'replies.before': 'Words of a state',
  'replies.told': 'Words of what was told',
  'outbox.last_error': 'Words of a server',
}
/** Words of ours, of which there are a few: nobody's own can stand there. */
const ours = [
  'bookings.status',
  'bookings.package',
  'bookings.outcome',
  'inquiries.status',
  'inquiries.package',
  'request_events.kind',
  'request_events.actor',
  'replies.kind',
  'outbox.kind',
  'outbox.recipient',
  'outbox.known_status',
]

onEachDatabase((db) => {
  const ids: string[] = []
  beforeEach(async () => {
    await emptySchedule(db)
    const slot = await addDailySlot(db)
    ids.length = 0
    ids.push(
      await db.value<string>(
        `insert into public.bookings (name, email, message, phone, location, told_location, cancel_reason, cancel_message,
           untold_from, outcome, outcome_reason, fit, price_seen, status, date, time_slot_id)
         values ('Wordy Wiremu', 'wordy@example.com', 'Words in a message', '+64 4 123 4567', 'Words of a place', 'Words told of a place',
           'Words why not', 'Words to a visitor', '{"location": "Words of a place that was"}', 'lost', 'Words why lost',
           'words=of-start', 'Words of a price', 'cancelled', private.studio_today() + 9, $1)
         returning id`,
        slot,
      ),
      await db.value<string>(
        `insert into public.inquiries (name, email, message, fit, price_seen)
         values ('Wordy Wiremu', 'wordy@example.com', 'Words in a message', 'words=of-start', 'Words of a price') returning id`,
      ),
    )
    for (const [nth, column] of ['booking_id', 'inquiry_id'].entries()) {
      await db.rows(
        `insert into public.request_notes (id, ${column}, body) values (gen_random_uuid(), $1, 'Words in a note')`,
        ids[nth],
      )
      await db.rows(
        `insert into public.request_events (${column}, actor, before, after, what)
         values ($1, 'visitor', '{"location": "Words before"}', '{"location": "Words after"}', 'Words of what')`,
        ids[nth],
      )
      await db.rows(
        `with reply as (
           insert into private.replies (id, ${column}, kind, subject, body, before, told)
           values (gen_random_uuid(), $1, 'answer', 'Words in a subject', 'Words in a reply', '{"status": "Words of a state"}',
             '{"location": "Words of what was told"}')
           returning id
         )
         insert into private.outbox (${column}, kind, recipient, reply_id, last_error, due_at, send_after)
         select $1, 'reply', 'visitor', id, 'Words of a server', now(), now() from reply`,
        ids[nth],
      )
    }
  })

  /** Every column that can hold words, a later one too: `bookings.name`, with its table. */
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

  test('no text of a person, in whatever column, survives their erasure', async () => {
    const found = await columns()
    expect(found.map(({ name }) => name)).toEqual([...Object.keys(words), ...ours].toSorted())
    for (const column of found) {
      const text = words[column.name]
      if (text) expect(await holds(column, text), `${column.name} before`).toBe(true)
    }
    for (const id of ids) await db.rows('select private.erase_request($1)', id)
    const left = []
    for (const column of found)
      for (const text of new Set(Object.values(words)))
        if (await holds(column, text)) left.push(`${column.name}: ${text}`)
    expect(left).toEqual([])
  })
})
