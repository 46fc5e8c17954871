/** bootstrap.sql in an empty database, then each migration that it has not recorded yet, then the seed. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from './data-folder'
import { runFile, type ScriptRunner } from './script'

export interface SqlRunner extends ScriptRunner {
  query<Row>(sql: string): Promise<{ rows: Row[] }>
}

/**
 * Returns their file names, and records their versions as the Supabase CLI does. Throws StartError if the database was
 * made with another baseline, or a migration fails.
 */
export async function migrate(db: SqlRunner): Promise<string[]> {
  const known = await appliedVersions(db)
  if (known) await assertSameBaseline(known)
  else await bootstrap(db)
  const applied: string[] = []
  for (const file of await migrationFiles()) {
    const [version, name] = [file.slice(0, 14), file.slice(15, -4)]
    if (known?.has(version)) continue
    await commitFile(
      db,
      `supabase/migrations/${file}`,
      `insert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name}');`,
    )
    applied.push(file)
  }
  if (!known) await commitFile(db, 'supabase/seed.sql')
  return applied
}

/** Throws StartError if these versions were made with another baseline. */
export async function assertSameBaseline(versions: Set<string>): Promise<void> {
  const [baseline = ''] = await migrationFiles()
  if (versions.has(baseline.slice(0, 14))) return
  throw new StartError(
    `The baseline ${[...versions].sort()[0]} made this database, and only a version of the site with that baseline ` +
      'can start it, dump it (npm run db:dump) and restore it (npm run db:restore); ' +
      '"npm run db:reset" deletes it, and the next start makes a new one.',
  )
}

/** In the order in which `supabase db push` applies them. */
export async function migrationFiles(): Promise<string[]> {
  const files = await readdir(join(import.meta.dirname, '../migrations'))
  return files.filter((file) => /^\d{14}_[a-z0-9_]+\.sql$/.test(file)).sort()
}

export async function bootstrap(db: ScriptRunner): Promise<void> {
  await commitFile(
    db,
    'supabase/local/bootstrap.sql',
    `create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, name text);`,
  )
}

/** In one transaction. */
async function commitFile(db: ScriptRunner, file: string, more = ''): Promise<void> {
  await db.exec('begin')
  await runFile(db, file)
  await db.exec(`${more} commit`)
}

/** Null if the database is empty. */
export async function appliedVersions(db: Pick<SqlRunner, 'query'>): Promise<Set<string> | null> {
  const { rows } = await db.query<{ found: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as found`,
  )
  if (!rows[0]?.found) return null
  const { rows: versions } = await db.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  return new Set(versions.map((row) => row.version))
}
