import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Address, connect } from '@/scripts/real-postgres'
import { copyRealDatabase } from './databases'

// `npm ci` does not install these two programs; without them the tests are skipped.
const hasTools = ['pg_dump', 'psql'].every((program) => !spawnSync(program, ['--version']).error)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const RESTORE = 'psql "$DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction \\'

/** The shell command in docs/going-live.md that begins with `begin`. */
function documented(begin: string) {
  const page = readFileSync('docs/going-live.md', 'utf8')
  const command = [...page.matchAll(/```sh\n([^`]+)```/g)].find(([, text]) => text?.startsWith(begin))?.[1]
  if (!command) throw new Error(`docs/going-live.md has no ${begin}.`)
  return command
}

function runDocumented(begin: string, { host, username, database }: Address) {
  execFileSync('sh', ['-c', documented(begin)], {
    cwd: folder,
    stdio: 'pipe',
    env: {
      ...process.env,
      DATABASE_URL: `postgresql:///${database}?host=${host}&user=${username}`,
    },
  })
}

/** Every row of the studio's tables and of auth.users, by table. */
async function contents(address: Address) {
  const sql = connect(address)
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private') or (schemaname, tablename) = ('auth', 'users') order by 1`
  const rows = await Promise.all(
    tables.map(
      async ({ name }) => [name, await sql.unsafe(`select * from ${name} row order by row::text`)] as const,
    ),
  )
  await sql.end()
  return Object.fromEntries(rows)
}

test.skipIf(!hasTools)(
  'the documented backup restores completely into a migrated database with its own seed',
  async () => {
    const [lost, fresh] = [await copyRealDatabase(), await copyRealDatabase()]
    const sql = connect(lost)
    await sql`delete from auth.users`
    await sql`insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data) values ('owner@studio.test', 'x', '{}', '{}')`
    await sql`insert into public.inquiries (name, email, message) values ('Ana', 'ana@example.com', 'Hello')`
    await sql`
      insert into public.bookings (name, email, date, time_slot_id)
      select 'Ana', 'ana@example.com', '2030-12-02', id from public.time_slots limit 1`
    await sql`
      insert into public.request_events (request_id, revision, at, actor, kind, turn, after)
      select id, 0, now() - interval '3 hours', 'visitor', 'booked', 'asks', '{"status": "pending"}' from public.requests`
    await sql`
      insert into public.request_events (request_id, revision, at, actor, kind, turn)
      select id, 1, now() - interval '2 hours', 'owner@studio.test', 'elsewhere', 'waits' from public.requests`
    await sql`
      insert into public.request_events (request_id, revision, actor, kind, undoes)
      select request_id, 2, 'owner@studio.test', 'undone', id from public.request_events where kind = 'elsewhere'`
    await sql`insert into public.offers (request_id, created_by) select id, 'owner@studio.test' from public.inquiries`
    await sql`
      insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
      select id, n, '{}', ${'An offer – $1\n'}, '', 100, 'owner@studio.test', '2030-12-02' from public.offers, generate_series(1, 2) n`
    await sql`
      insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
      select id, 1, 'declined', 'visitor', 'Too dear' from public.offers`
    await sql`
      insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
      select offer_id, version, sha256, 'email', 'ana@example.com', 'Yes', 'owner@studio.test', '2037-12-02'
      from public.offer_versions where version = 2`
    await sql`delete from public.recurring_availability where day_of_week = 1`
    // A closed date that had a slot before, and one slot that was opened afterwards.
    const [before, open] = await sql<{ id: string }[]>`select id from public.time_slots limit 2`
    const exception = `insert into public.availability (date, time_slot_id, is_available) values ('2030-12-25', $1, true)`
    await sql.unsafe(exception, [before?.id ?? ''])
    await sql`insert into public.closed_dates (date, reason) values ('2030-12-25', 'Christmas')`
    await sql.unsafe(exception, [open?.id ?? ''])
    // Rows of every table about requests: notes, answers, events, mails and what visitors know.
    await sql`
      update public.requests set owner = (select id from auth.users), outcome = 'lost', outcome_reason = 'Too soon'`
    await sql`select private.update_turn(id) from public.requests`
    await sql`insert into public.request_notes (id, request_id, body) select gen_random_uuid(), id, 'Rings back' from public.requests`
    await sql`
      insert into private.letters (event_id, kind, state, sent_by)
      select e.id, 'answer', private.call_state(b), (select id from auth.users)
      from public.bookings b join public.request_events e on e.request_id = b.id and e.kind = 'elsewhere'`
    await sql`update public.bookings b set known = private.call_state(b)`
    await sql`update private.outbox o set said = private.call_state(b) from public.bookings b where b.id = o.request_id`
    await sql`update private.studio_settings set location_name = 'Our room in Cuba Street', location_is_sample = false`
    await sql`update private.submission_caps set max = 7 where name = 'future_bookings_per_email'`
    await sql.end()
    const accounts = connect(fresh)
    await accounts`delete from auth.users`
    await accounts.end()

    runDocumented('pg_dump', lost)
    const backedUp = await contents(lost)
    const later = connect(lost)
    await later`select private.erase_request(id) from public.bookings`
    runDocumented('psql "$DATABASE_URL" --no-align', lost)
    expect(readFileSync(join(folder, 'erased.sql'), 'utf8')).not.toContain('ana@example.com')
    await later.end()
    runDocumented(RESTORE, fresh)
    const restored = await contents(fresh)
    expect(restored).toEqual(backedUp)
    for (const table of [
      'public.requests',
      'public.request_events',
      'private.letters',
      'private.outbox',
      'public.request_notes',
    ])
      expect(restored[table], table).not.toHaveLength(0)
    runDocumented('psql "$DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction -f', fresh)
    const { 'public.bookings': bookings, 'public.inquiries': inquiries } = await contents(fresh)
    expect(bookings).toMatchObject([{ name: 'Erased' }])
    expect(inquiries, 'of who was not erased').toEqual(restored['public.inquiries'])
  },
)

test('the documented restore empties every table first, so that no earlier row stays', async () => {
  const tables = Object.keys(await contents(await copyRealDatabase()))
  const emptied = [...documented(RESTORE).matchAll(/\b(?:public|private)\.\w+/g)].map(([name]) => name)
  expect(emptied.toSorted()).toEqual(tables.filter((name) => name !== 'auth.users').toSorted())
})
