/**
 * Empty databases for tests of migrations, also as on hosted Supabase: the project's owner is no
 * superuser, and other roles own Supabase's objects.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { connect } from '@/scripts/real-postgres'
import { migrationFiles } from '@/supabase/local/migrate'
import { runFile } from '@/supabase/local/script'
import { copyFreshPglite } from '@/tests/fresh-pglite'
import { copyRealDatabase } from './databases'

const supabase = join(import.meta.dirname, '../../supabase')

/** Runs SQL that may have several statements. */
type Exec = (sql: string) => Promise<unknown>
type Row = Record<string, unknown>

/** One session on an empty database. Closing the session rolls back its open transaction. */
export interface EmptyDatabase {
  rows: (sql: string) => Promise<Row[]>
  exec: Exec
  /** The messages that the session's statements raised as notices. */
  notices: string[]
  close: () => Promise<void>
}

/** Opens an empty database of each kind, for `describe.each`. */
export const emptyDatabases = [
  { name: 'PGlite', open: openPglite },
  { name: 'PostgreSQL', open: openReal },
]

async function openPglite(): Promise<EmptyDatabase> {
  const lite = await copyFreshPglite(inject('freshPglite'))
  const notices: string[] = []
  const onNotice = (notice: { message?: string }) => notices.push(notice.message ?? '')
  return {
    rows: async (sql) => (await lite.query<Row>(sql)).rows,
    exec: (sql) => lite.exec(sql, { onNotice }),
    notices,
    close: () => lite.close(),
  }
}

async function openReal(): Promise<EmptyDatabase> {
  const notices: string[] = []
  const sql = connect(await copyRealDatabase('template0'), 1, (notice) => notices.push(notice))
  return {
    rows: async (text) => [...(await sql.unsafe(text))],
    exec: (text) => sql.unsafe(text),
    notices,
    close: () => sql.end(),
  }
}

/**
 * Creates Supabase's own objects, and continues as the project's owner. Call it on an empty
 * database, within a transaction.
 */
export async function becomeHostedOwner(exec: Exec, owner: string): Promise<void> {
  await exec(`
    ${await readFile(join(supabase, 'local/bootstrap.sql'), 'utf8')}
    create role ${owner} nologin bypassrls;
    do $$ begin execute format('grant create on database %I to ${owner}', current_database()); end $$;
    grant usage, create on schema public to ${owner};
    grant usage on schema auth to ${owner};
    grant select, references on auth.users to ${owner};
    grant select, delete on auth.sessions, auth.mfa_factors to ${owner};
    alter publication supabase_realtime owner to ${owner};
    alter default privileges for role ${owner} in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role ${owner} in schema public grant all on functions to anon, authenticated, service_role;
    create table public.table_of_others ();
    revoke all on public.table_of_others from public, anon, authenticated, service_role;
    set local role ${owner}`)
}

/** Applies every migration. */
export async function applyMigrations(exec: Exec): Promise<void> {
  for (const file of await migrationFiles()) await runFile({ exec }, `supabase/migrations/${file}`)
}

export async function applySeed(exec: Exec): Promise<void> {
  await exec(await readFile(join(supabase, 'seed.sql'), 'utf8'))
}
