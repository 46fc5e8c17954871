import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, test } from 'vitest'
import { connect } from '@/scripts/real-postgres'
import { migrationFiles } from '@/supabase/local/migrate'
import { copyRealDatabase } from './databases'

const supabase = join(import.meta.dirname, '../../supabase')
const read = (file: string) => readFile(join(supabase, file), 'utf8')

/** A session of an empty database, which ends when its work is done. */
type Run = <Row>(sql: string) => Promise<Row[]>

const [ana, slots] = ['00000000-0000-4000-8000-00000000a0a0', ['08:00', '09:00', '10:00']]
const slotId = (n: number) => `00000000-0000-4000-8000-0000000000e${n}`

/**
 * What a studio of the first version has: Fridays offer the first two of three slots, Saturdays none. Far ahead, so that the dates are to come.
 * 2090-12-22 and its weeks are Fridays.
 */
const studio = `
  delete from public.recurring_availability;
  delete from public.time_slots;
  insert into public.time_slots (id, start_time, end_time, duration_minutes) values
    ${slots.map((start, n) => `('${slotId(n)}', '${start}', time '${start}' + interval '30 minutes', 30)`).join()};
  insert into public.recurring_availability (day_of_week, time_slot_id) values (4, '${slotId(0)}'), (4, '${slotId(1)}');
  insert into public.availability (date, time_slot_id, is_available) values
    ('2090-12-22', '${slotId(0)}', false), ('2090-12-22', '${slotId(1)}', false), ('2090-12-22', '${slotId(2)}', false),
    ('2090-12-29', '${slotId(0)}', false),
    ('2090-12-30', '${slotId(2)}', true),
    ('2091-01-05', '${slotId(2)}', false),
    ('2091-01-06', '${slotId(2)}', false),
    ('2020-01-03', '${slotId(0)}', false), ('2020-01-03', '${slotId(1)}', false);
  insert into public.bookings (name, email, date, time_slot_id, status)
    values ('Ana', 'ana@example.com', '2090-12-22', '${slotId(0)}', 'confirmed'),
           ('Bea', 'bea@example.com', '2090-12-22', '${slotId(0)}', 'cancelled');
  insert into public.inquiries (name, email, message) values ('Cy', 'cy@example.com', 'Kia ora');
  insert into private.address_submits (address_hash) values ('\\x00');`
const accounts = `
  insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values ('${ana}', 'ana@studio.test', 'x', '{"role": "admin"}', '{}');
  insert into auth.sessions (id, user_id) values ('${ana}', '${ana}');`

/** Every row of the tables that people wrote. */
async function contents(run: Run) {
  const tables = ['public.bookings', 'public.inquiries', 'public.time_slots', 'public.recurring_availability']
  const rows: unknown[] = []
  for (const table of [
    ...tables,
    'private.address_submits',
    'private.address_keys',
    'auth.users',
    'auth.sessions',
  ])
    rows.push(await run(`select to_jsonb(t) from ${table} t order by t::text`))
  return rows
}

async function upgrade(run: Run, database: string, owner: string, notices: string[]) {
  await run(await read('local/bootstrap.sql'))
  // Hosted, the project's owner is no superuser, may read the accounts and owns the publication.
  await run(`
    create role ${owner} nologin bypassrls;
    grant create on database ${database} to ${owner};
    grant usage, create on schema public to ${owner};
    grant usage on schema auth to ${owner};
    grant select on auth.users, auth.sessions to ${owner};
    alter publication supabase_realtime owner to ${owner};
    create table public.table_of_others ();
    revoke all on public.table_of_others from public, anon, authenticated, service_role;
    alter default privileges for role ${owner} in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role ${owner} in schema public grant all on functions to anon, authenticated, service_role`)
  const files = await migrationFiles()
  const [old, since] = [files.filter((file) => file < '20261121'), files.filter((file) => file > '20261121')]
  const asOwner = async (sql: string) => run(`set role ${owner};${sql};reset role`)
  for (const file of old) await asOwner(await read(`migrations/${file}`))
  await asOwner(await read('seed.sql'))
  await asOwner(studio)
  await run(accounts)

  const before = await contents(run)
  for (const file of since) await asOwner(await read(`migrations/${file}`))
  expect(await contents(run)).toEqual(before)

  expect(await run('select date::text, reason from public.closed_dates order by 1')).toEqual(
    ['2090-12-22', '2091-01-06'].map((date) => ({ date, reason: null })),
  )
  const kept = await run<{ date: string; slot: string; on: boolean }>(
    `select date::text, right(time_slot_id::text, 1) as slot, is_available as on from public.availability
     where not overrides_closure order by 1, 2`,
  )
  expect(kept.map(({ date, slot, on }) => `${date} ${slot} ${on ? 'on' : 'off'}`)).toEqual([
    '2020-01-03 0 off',
    '2020-01-03 1 off',
    '2090-12-22 2 off', // Fridays do not offer it
    '2090-12-29 0 off',
    '2090-12-30 2 on',
    '2091-01-05 2 off',
    '2091-01-06 2 off',
  ])
  expect(notices.filter((notice) => notice.startsWith('Half closed'))).toEqual([
    'Half closed: 2090-12-29 has 1 slots off and 1 on.',
    'Half closed: 2091-01-05 has 1 slots off and 2 on.',
  ])

  const as = async <Row>(role: string, claims: object, sql: string) => {
    await run(`set request.jwt.claims = '${JSON.stringify(claims)}'; set role ${role}`)
    try {
      return await run<Row>(sql)
    } finally {
      await run('reset role; reset request.jwt.claims')
    }
  }
  const claims = { app_metadata: { role: 'admin' }, session_id: ana, email: 'ana@studio.test' }
  const admin = (sql: string) => as('authenticated', claims, sql)
  expect(
    await admin(`update public.bookings set status = 'pending' where name = 'Ana' returning name`),
  ).toEqual([{ name: 'Ana' }])
  await admin(`select public.set_date_availability('2091-01-06', true)`)
  await admin(`select public.set_slot_availability('2090-12-29', '${slotId(0)}', true)`)
  await admin(
    `select public.replace_recurring_availability(4, '{${slotId(2)}}', '{${slotId(0)},${slotId(1)}}')`,
  )
  expect(await run(`select change, changed_by from private.weekday_changes order by id`)).toEqual(
    ['removed', 'removed', 'added'].map((change) => ({ change, changed_by: 'ana@studio.test' })),
  )
  const free = await as(
    'anon',
    {},
    'select * from public.get_available_slots(current_date, current_date + 13)',
  )
  expect(free.length).toBeGreaterThan(0)
  await expect(as('anon', {}, 'select * from public.time_slots')).rejects.toMatchObject({ code: '42501' })
  await run('delete from auth.sessions')
  expect(await admin(`update public.bookings set status = 'confirmed' returning name`)).toEqual([])
  await expect(admin(`select public.set_date_availability('2091-01-06', false)`)).rejects.toMatchObject({
    message: 'not_admin',
  })
}

describe('migrations and seed apply as on hosted Supabase, by an owner who is no superuser, and what the first version holds is not lost', () => {
  test('on PGlite', async () => {
    const notices: string[] = []
    const lite = await PGlite.create()
    const onNotice = (notice: { message?: string }) => notices.push(notice.message ?? '')
    const run = async <Row>(sql: string) => ((await lite.exec(sql, { onNotice })).at(-1)?.rows ?? []) as Row[]
    await upgrade(run, 'postgres', 'studio_owner', notices)
    await lite.close()
  })

  test('on PostgreSQL', async () => {
    const notices: string[] = []
    const sql = connect(await copyRealDatabase('template0'), 1, (notice) => notices.push(notice))
    const [{ database } = { database: '' }] = await sql<
      { database: string }[]
    >`select current_database() as database`
    const run = async <Row>(text: string) => {
      const results: unknown = await sql.unsafe(text)
      return results as Row[]
    }
    const owner = `owner_of_${database}`
    await upgrade(run, database, owner, notices)
    await sql.unsafe(`drop owned by ${owner} cascade; drop role ${owner}`)
    await sql.end()
  })
})
