import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { connect } from '@/scripts/real-postgres'
import { bootstrapSql, migrate, migrationFiles } from '@/supabase/local/migrate'
import { copyFreshPglite } from '../fresh-pglite'
import { copyRealDatabase, onEachDatabase } from './databases'

onEachDatabase((db) => {
  const start = () =>
    migrate({
      exec: (sql) => db.rows(sql),
      query: async <Row>(sql: string) => ({ rows: await db.rows<Row>(sql) }),
    })
  const versions = async () =>
    (
      await db.rows<{ version: string }>(
        'select version from supabase_migrations.schema_migrations order by 1',
      )
    ).map(({ version }) => version)
  const today = async () => (await migrationFiles()).map((file) => file.slice(0, 14))
  /** As the steps recorded themselves, up to this one. */
  const recordSteps = (newest: string) =>
    db.rows(`with before as (delete from supabase_migrations.schema_migrations)
      insert into supabase_migrations.schema_migrations (version, name)
      values ('20261120000100', 'schedule'), ('${newest}', 'a step')`)

  test('a second start applies nothing and keeps what the studio has set', async () => {
    expect(await versions()).toEqual(await today())
    await db.rows('delete from public.time_slots')
    expect(await start()).toEqual([])
    expect(await db.rows('select 1 from public.time_slots')).toEqual([])
  })

  test('a database from before the newest step is left alone, and its owner reads what to do', async () => {
    await recordSteps('20261126120000')
    await expect(start()).rejects.toThrow('git checkout')
    expect(await versions()).toEqual(['20261120000100', '20261126120000'])
  })
})

/** An empty database of its own, in which a migration can commit. */
const openers = {
  async PGlite() {
    const lite = await copyFreshPglite(inject('freshPglite'))
    return {
      exec: (sql: string) => lite.exec(sql),
      query: <Row>(sql: string) => lite.query<Row>(sql),
      close: () => lite.close(),
    }
  },
  async PostgreSQL() {
    const real = connect(await copyRealDatabase('template1'))
    return {
      exec: (sql: string) => real.unsafe(sql),
      query: async <Row>(sql: string) => ({ rows: [...(await real.unsafe(sql))] as Row[] }),
      close: () => real.end(),
    }
  },
}

test.each(Object.entries(openers))(
  'a database that the steps made is taken over with everything in it: %s',
  async (_, open) => {
    const db = await open()
    const rowsOf = async (sql: string) => (await db.query<object>(sql)).rows
    const [baseline = '', ...since] = await migrationFiles()
    // What the steps made, and how they recorded themselves.
    await db.exec(await bootstrapSql())
    await db.exec(await readFile(join('supabase/migrations', baseline), 'utf8'))
    await db.exec(`
      insert into supabase_migrations.schema_migrations (version, name)
        values ('20261120000100', 'schedule'), ('20261126130000', 'a step');
      insert into public.inquiries (name, email, message) values ('Ana', 'ana@example.com', 'Kia ora')`)
    expect(await migrate(db)).toEqual(since)
    expect(
      await rowsOf(
        'select version || $$_$$ || name || $$.sql$$ as file from supabase_migrations.schema_migrations order by 1',
      ),
    ).toEqual([baseline, ...since].map((file) => ({ file })))
    expect(await rowsOf('select name from public.inquiries')).toEqual([{ name: 'Ana' }])
    expect(await rowsOf(`select from pg_indexes where indexname = 'outbox_still_pending'`)).toHaveLength(1)
    await db.close()
  },
)
