import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyMigrations, applySeed, becomeHostedOwner, type EmptyDatabase, emptyDatabases } from './hosted'

/** The last migration in which "closed" said what a visitor does not know. */
const BEFORE = '20261123110000'
/** The last one in which it stood in columns of its own; upgrade-account.test.ts goes on from there. */
const LAST = '20261123151000'
// Both dates were closed; of the third one, somebody was told before it was opened again.
const calls = `
  insert into public.closed_dates (date) values ('2090-12-22'), ('2090-12-23');
  insert into public.bookings (name, email, date, time_slot_id, untold_since, untold_from)
  select name, lower(name) || '@example.com', date, (select id from public.time_slots order by start_time limit 1), since,
    jsonb_build_object('status', 'pending', 'date', date, 'start_time', '09:00', 'location', null, 'closed', date)
  from (values ('Ana', date '2090-12-22', now()), ('Bo', '2090-12-23', null), ('Cy', '2090-12-24', null)) made (name, date, since)`

describe.each(emptyDatabases)('calls on dates that were closed before the update, on $name', ({ open }) => {
  let db: EmptyDatabase
  beforeAll(async () => {
    db = await open()
    await db.exec('begin')
    await becomeHostedOwner(db.exec, 'told_owner')
    await applyMigrations(db.exec, (version) => version <= BEFORE)
    await applySeed(db.exec)
    await db.exec(calls)
    await applyMigrations(db.exec, (version) => version > BEFORE && version <= LAST)
  })
  afterAll(() => db.close())

  test('who was not told is still listed, who was told is not, and no page has to be read again', async () => {
    const rows = await db.rows(`
      select name, closed_over::text, untold_since is not null as listed, private.is_untold(b, b.untold_from) as untold, revision
      from public.bookings b where closed_over is not null or name = 'Cy' order by name`)
    expect(rows).toEqual([
      { name: 'Ana', closed_over: '2090-12-22', listed: true, untold: true, revision: 0 },
      { name: 'Bo', closed_over: '2090-12-23', listed: false, untold: true, revision: 0 },
      { name: 'Cy', closed_over: null, listed: false, untold: false, revision: 0 },
    ])
  })
})
