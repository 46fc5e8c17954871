import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '@/scripts/real-postgres'
import { migrationFiles } from '@/supabase/local/migrate'
import { copyRealDatabase } from './databases'

const supabase = join(import.meta.dirname, '../../supabase')
const read = (file: string) => readFile(join(supabase, file), 'utf8')

test('migrations and seed apply as on hosted Supabase: by an owner who is no superuser, beside what others own', async () => {
  const sql = connect(await copyRealDatabase('template0'))
  const [{ database } = {}] = await sql<{ database: string }[]>`select current_database() as database`
  await sql.unsafe(`begin;
      ${await read('local/bootstrap.sql')}
      create role studio_owner nologin bypassrls;
      grant create on database ${database} to studio_owner;
      grant usage, create on schema public to studio_owner;
      grant usage on schema auth to studio_owner;
      alter publication supabase_realtime owner to studio_owner;
      alter default privileges for role studio_owner in schema public grant all on tables to anon, authenticated, service_role;
      alter default privileges for role studio_owner in schema public grant all on functions to anon, authenticated, service_role;
      create table public.table_of_others ();
      revoke all on public.table_of_others from public, anon, authenticated, service_role;
      set local role studio_owner`)
  for (const file of await migrationFiles()) await sql.unsafe(await read(`migrations/${file}`))
  await sql.unsafe(await read('seed.sql'))

  await sql.unsafe('set local role anon')
  const slots = await sql.unsafe('select * from public.get_available_slots(current_date, current_date + 13)')
  expect(slots.length).toBeGreaterThan(0)
  await expect(sql.unsafe('select * from public.time_slots')).rejects.toMatchObject({ code: '42501' })
  await sql.unsafe('rollback')
  await sql.end()
})
