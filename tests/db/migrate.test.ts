import { expect, test } from 'vitest'
import { migrate, migrationFiles } from '@/supabase/local/migrate'
import { onEachDatabase } from './databases'

onEachDatabase((db) => {
  test('a second start applies nothing and keeps what the studio has set', async () => {
    const recorded = await db.rows<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by 1',
    )
    expect(recorded.map(({ version }) => version)).toEqual(
      (await migrationFiles()).map((file) => file.slice(0, 14)),
    )
    await db.rows('delete from public.time_slots')
    const applied = await migrate({
      exec: (sql) => db.rows(sql),
      query: async <Row>(sql: string) => ({ rows: await db.rows<Row>(sql) }),
    })
    expect(applied).toEqual([])
    expect(await db.rows('select 1 from public.time_slots')).toEqual([])
  })
})
