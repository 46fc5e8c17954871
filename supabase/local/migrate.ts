/**
 * Brings a database up to the project's schema: bootstrap once, then every migration not yet
 * recorded, then the seed.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from './data-folder'

const localDir = import.meta.dirname
const supabaseDir = join(localDir, '..')

/** The part of a Postgres client that migrating needs. */
export interface SqlRunner {
  /** Runs one or more statements without parameters. */
  exec(sql: string): Promise<unknown>
  /** Runs one statement; the rows as objects. */
  query<Row>(sql: string): Promise<{ rows: Row[] }>
}

const BASELINE = '20261126140000'
/** Of the steps that became the baseline: the newest, and the commit that still has them all. */
export const STEPS = { newest: '20261126130000', commit: '0893808b5c64' }

/**
 * Applies the migrations that are missing and returns their file names. Versions are recorded where
 * the Supabase CLI records them.
 * @throws StartError for a database from before the newest step
 */
export async function migrate(db: SqlRunner): Promise<string[]> {
  let known = await appliedVersions(db)
  if (!known) await db.exec(await bootstrapSql())
  else {
    assertNewestStep(known)
    if (madeBy(known) === 'all steps') {
      await db.exec(recordBaseline)
      known = new Set([BASELINE])
    }
  }
  const applied: string[] = []
  for (const file of await migrationFiles()) {
    const [version, name] = [file.slice(0, 14), file.slice(15, -4)]
    if (known?.has(version)) continue
    const sql = await readFile(join(supabaseDir, 'migrations', file), 'utf8')
    await db.exec(
      `begin;\n${sql}\ninsert into supabase_migrations.schema_migrations (version, name) values ('${version}', '${name}');\ncommit;`,
    )
    applied.push(file)
  }
  if (!known) await db.exec(await readFile(join(supabaseDir, 'seed.sql'), 'utf8'))
  return applied
}

/**
 * What a database with these versions was made by: the baseline, all the steps that became it, which
 * comes to the same, or some of them.
 */
export function madeBy(versions: Set<string>): 'nothing' | 'some steps' | 'all steps' | 'baseline' {
  if (versions.size === 0) return 'nothing'
  if (versions.has(BASELINE)) return 'baseline'
  return versions.has(STEPS.newest) ? 'all steps' : 'some steps'
}

/** Throws a StartError if a database with these versions lacks some of the steps. */
export function assertNewestStep(versions: Set<string>): void {
  if (madeBy(versions) === 'some steps')
    throw new StartError(
      `This database is from before 1.0.0, and not at its newest step. Start it once with the commit that ` +
        `has the steps ("git checkout ${STEPS.commit}"), and then with this version.`,
    )
}

// One statement, so that it is done whole or not at all.
const recordBaseline = `
  with steps as (delete from supabase_migrations.schema_migrations)
  insert into supabase_migrations.schema_migrations (version, name) values ('${BASELINE}', 'baseline')`

/** File names in `supabase/migrations`, in the order in which `supabase db push` applies them. */
export async function migrationFiles(): Promise<string[]> {
  const files = await readdir(join(supabaseDir, 'migrations'))
  return files.filter((file) => /^\d{14}_[a-z0-9_]+\.sql$/.test(file)).sort()
}

export async function bootstrapSql() {
  return `${await readFile(join(localDir, 'bootstrap.sql'), 'utf8')}
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, name text);`
}

/** The versions that a database has; null for one in which there is nothing yet. */
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
