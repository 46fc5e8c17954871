import { expect, test } from 'vitest'
import { migrate, migrationFiles } from '@/supabase/local/migrate'
import { onEachDatabase } from './databases'

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
  test('a second start of the site applies no migration and keeps the studio’s settings', async () => {
    expect(await versions()).toEqual(await today())
    await db.rows('delete from public.time_slots')
    expect(await start()).toEqual([])
    expect(await db.rows('select 1 from public.time_slots')).toEqual([])
  })

  test('a database with another baseline stays unchanged, and the error says what to do', async () => {
    await db.rows(`with before as (delete from supabase_migrations.schema_migrations)
      insert into supabase_migrations.schema_migrations (version, name) values ('20261120000100', 'baseline')`)
    await expect(start()).rejects.toThrow('The baseline 20261120000100 made this database')
    expect(await versions()).toEqual(['20261120000100'])
  })
})
