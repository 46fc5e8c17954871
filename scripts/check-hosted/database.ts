/** In read-only transactions. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { STUDIO_ZONE } from '../../lib/dates'
import { describeZones } from '../../lib/describe-zones'
import { migrationFiles } from '../../supabase/local/migrate'
import { root } from '../processes'
import { need, NotChecked, once, type Question } from './question'
import { clockChanges } from './clock-changes'
import { smtpConfig } from './mail'

/** The CLI links a project of supabase.com; it finds any other database by its address. */
const isLinked = ({ SUPABASE_URL: url }: NodeJS.ProcessEnv) => !url || /\.supabase\.co\b/.test(url)
const pushCommand = (env: NodeJS.ProcessEnv, seed = ' --include-seed') =>
  `npx supabase db push${seed} ${isLinked(env) ? '--remote' : '"--remote=$DATABASE_URL"'}`

const NO_TABLES = 'the database has no tables of the site yet'

/** `close` ends the connection. `zone` is an IANA name. */
export function databaseQuestions(env: NodeJS.ProcessEnv, zone = STUDIO_ZONE) {
  let sql: postgres.Sql | undefined
  const connect = once(async () => {
    const url = need(env, 'DATABASE_URL')
    sql = postgres(url, {
      max: 1,
      prepare: false, // a pooler gives each transaction another session
      connect_timeout: 5,
      ...(!url.includes('sslmode=') && { ssl: 'prefer' as const }),
      onnotice: () => {},
    })
    await sql`select 1`
    return sql
  }, 'the database does not let us in')

  const hasTable = async (name: string) =>
    (await read<{ found: boolean }>(`select to_regclass('${name}') is not null as found`))[0]?.found ?? false
  const migrated = once(async () => {
    if (!(await hasTable('public.bookings'))) throw new NotChecked(NO_TABLES)
  }, NO_TABLES)
  /** Throws NotChecked if the migrations did not run yet. */
  async function rows<Row>(text: string): Promise<Row[]> {
    await migrated.need()
    return read<Row>(text)
  }
  async function read<Row>(text: string): Promise<Row[]> {
    const connected = await connect.need()
    const found = await connected.begin('read only', async (reading) => {
      await reading.unsafe(`set local statement_timeout = '5s'`)
      return [...(await reading.unsafe(text))]
    })
    return found as Row[]
  }
  /** Throws NotChecked if a policy would hide the rows. */
  async function visibleRows<Row>(table: string, text: string): Promise<Row[]> {
    const [hidden] = await rows<{ hidden: boolean }>(`select row_security_active('${table}') as hidden`)
    if (hidden?.hidden) throw new NotChecked('a database user that reads past row-level security (bypassrls)')
    return rows<Row>(text)
  }

  const schema: Question[] = [
    {
      question: 'The database lets this command read',
      todo: 'Write DATABASE_URL into .env: “Connect” → “Session pooler” in the dashboard, with the database’s password.',
      isConnection: true,
      ask: async () => Boolean(await connect.get()),
    },
    {
      question: 'Every migration is applied',
      todo: `${isLinked(env) ? 'Run "npx supabase login" and "npx supabase link", then' : 'Run'}: ${pushCommand(env)}`,
      ask: async () => {
        if (!(await hasTable('public.bookings'))) return false
        if (!(await hasTable('supabase_migrations.schema_migrations')))
          throw new NotChecked('the Supabase CLI has applied none here, and only it keeps a list')
        const applied = await rows<{ version: string }>(
          'select version from supabase_migrations.schema_migrations',
        )
        const versions = new Set(applied.map(({ version }) => version))
        const files = (await migrationFiles()).map((file) => file.slice(0, 14))
        return files.every((file) => versions.has(file))
      },
    },
    {
      question: 'There are hours in which calls can be booked',
      todo: `Set hours in the admin, or run: ${pushCommand(env)}`,
      ask: async () => {
        const table = 'public.recurring_availability'
        return (await visibleRows(table, `select 1 from ${table} where is_available limit 1`)).length > 0
      },
    },
    {
      question: 'Realtime publishes the tables of the admin, and no other',
      todo: `Run: ${pushCommand(env, '')}`,
      ask: async () => {
        const published = await rows<{ name: string }>(
          `select schemaname || '.' || tablename as name from pg_publication_tables
           where pubname = 'supabase_realtime'`,
        )
        const found = new Set(published.map(({ name }) => name))
        const wanted = new Set(await publishedTables())
        const wrong = [...new Set([...found, ...wanted])].filter(
          (name) => found.has(name) !== wanted.has(name),
        )
        const list = wrong.map((name) => `${name} ${wanted.has(name) ? 'on' : 'off'}`).join(', ')
        return wrong.length === 0 || `Switch ${list}, under Database → Publications → supabase_realtime.`
      },
    },
    {
      question: 'The database and the site count days in the same time zone',
      todo: 'Follow docs/making-it-yours.md, “The zone”.',
      ask: async () => {
        const [found] = await rows<{ zone: string }>('select private.studio_zone() as zone')
        return describeZones(found?.zone ?? '') ?? true
      },
    },
    {
      question: 'The database and this Node change the studio’s clocks at the same moments',
      todo: 'Update Node, or the database (Project Settings → Infrastructure): else mails and pages name different hours.',
      ask: async () => {
        const { from, to, changes } = clockChanges(zone)
        const stored = await read<{ at: string; offset: number }>(`
          select at::bigint::text as at, "offset" from (
            select extract(epoch from t) as at, "offset", lag("offset") over (order by t) as before from (
              select t, extract(epoch from (t at time zone '${STUDIO_ZONE}') - (t at time zone 'UTC'))::int as "offset"
              from generate_series(to_timestamp(${from}), to_timestamp(${to}), interval '1 hour') t) hours) steps
          where "offset" is distinct from before order by at::bigint`)
        return stored.map(({ at, offset }) => `${at} ${offset}`).join() === changes.join()
      },
    },
  ]
  const mail: Question[] = [
    {
      question: 'No mail has been waiting for more than 15 minutes',
      todo: 'Have /api/tasks called every minute: docs/going-live.md, “Every minute”.',
      ask: async () => {
        smtpConfig(env)
        const overdue = `select 1 from private.outbox where sent_at is null and given_up_at is null
          and dismissed_at is null and due_at < now() - interval '15 minutes' limit 1`
        return (await visibleRows('private.outbox', overdue)).length === 0
      },
    },
  ]
  const words: Question[] = [
    {
      question: 'Calls do not happen in the sample room',
      todo: 'Set where calls usually happen: /admin/settings.',
      ask: async () => {
        const table = 'private.studio_settings'
        return (await visibleRows(table, `select 1 from ${table} where location_is_sample`)).length === 0
      },
    },
  ]
  return { schema, mail, words, close: async () => sql?.end({ timeout: 1 }) }
}

async function publishedTables(): Promise<string[]> {
  const policies = await readFile(join(root, 'supabase/schemas/28_policies.sql'), 'utf8')
  const [, list = ''] = /alter publication supabase_realtime add table ([^;]+);/.exec(policies) ?? []
  return list.split(',').map((name) => name.trim())
}
