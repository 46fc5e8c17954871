import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Address, connect } from '@/scripts/real-postgres'
import { copyRealDatabase } from './databases'

// The only programs that `npm ci` does not bring.
const hasTools = ['pg_dump', 'psql'].every((program) => !spawnSync(program, ['--version']).error)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the command of docs/going-live.md that begins like this. */
function runDocumented(begin: string, { host, username, database }: Address) {
  const page = readFileSync('docs/going-live.md', 'utf8')
  const command = [...page.matchAll(/```sh\n([^`]+)```/g)].find(([, text]) => text?.startsWith(begin))?.[1]
  if (!command) throw new Error(`docs/going-live.md has no ${begin}.`)
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    stdio: 'pipe',
    env: {
      ...process.env,
      DATABASE_URL: `postgresql:///${database}?host=${host}&user=${username}`,
    },
  })
}

/** Every row of every table that is the studio's, and of the accounts. */
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
  'the documented backup comes back whole into a migrated database that has its own seed',
  async () => {
    const [lost, fresh] = [await copyRealDatabase(), await copyRealDatabase()]
    const sql = connect(lost)
    await sql`delete from auth.users`
    await sql`insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data) values ('owner@studio.test', 'x', '{}', '{}')`
    await sql`insert into public.inquiries (name, email, message) values ('Ana', 'ana@example.com', 'Kia ora')`
    await sql`
      insert into public.bookings (name, email, date, time_slot_id)
      select 'Ana', 'ana@example.com', '2030-12-02', id from public.time_slots limit 1`
    await sql`
      insert into public.request_events (request_id, actor, after) select id, 'visitor', '{"status": "pending"}' from public.bookings`
    await sql`insert into public.offers (request_id, created_by) select id, 'owner@studio.test' from public.inquiries`
    await sql`
      insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
      select id, 1, '{}', ${'An offer – $1\n'}, '', 100, 'owner@studio.test', '2030-12-02' from public.offers`
    await sql`
      insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
      select offer_id, version, sha256, 'email', 'ana@example.com', 'Yes', 'owner@studio.test', '2037-12-02' from public.offer_versions`
    await sql`delete from public.recurring_availability where day_of_week = 1`
    // A closed date with a one-off from before, and one slot that is open all the same.
    const [before, open] = await sql<{ id: string }[]>`select id from public.time_slots limit 2`
    const exception = `insert into public.availability (date, time_slot_id, is_available) values ('2030-12-25', $1, true)`
    await sql.unsafe(exception, [before?.id ?? ''])
    await sql`insert into public.closed_dates (date, reason) values ('2030-12-25', 'Christmas')`
    await sql.unsafe(exception, [open?.id ?? ''])
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
    runDocumented('psql "$DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction \\', fresh)
    const restored = await contents(fresh)
    expect(restored).toEqual(backedUp)
    runDocumented('psql "$DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction -f', fresh)
    const { 'public.bookings': bookings, 'public.inquiries': inquiries } = await contents(fresh)
    expect(bookings).toMatchObject([{ name: 'Erased' }])
    expect(inquiries, 'of who was not erased').toEqual(restored['public.inquiries'])
  },
)
