import { expect, test } from 'vitest'
import { migrate, migrationFiles } from '@/supabase/local/migrate'
import { onEachDatabase } from './databases'
import { admin } from './test-database'

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

  test('a database that the steps made is taken over with everything in it', async () => {
    await recordSteps('20261126130000')
    await db.rows(
      `insert into public.inquiries (name, email, message) values ('Ana', 'ana@example.com', 'Kia ora')`,
    )
    expect(await start()).toEqual([])
    expect(await versions()).toEqual(await today())
    expect(await db.rowsAs(admin, 'select name from public.inquiries')).toEqual([{ name: 'Ana' }])
  })

  test('a database from before the newest step is left alone, and its owner reads what to do', async () => {
    await recordSteps('20261126120000')
    await expect(start()).rejects.toThrow('git checkout')
    expect(await versions()).toEqual(['20261120000100', '20261126120000'])
  })
})
