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

  test('a second start applies nothing and keeps what the studio has set', async () => {
    const recorded = await db.rows<{ version: string }>(
      'select version from supabase_migrations.schema_migrations order by 1',
    )
    expect(recorded.map(({ version }) => version)).toEqual(
      (await migrationFiles()).map((file) => file.slice(0, 14)),
    )
    await db.rows('delete from public.time_slots')
    expect(await start()).toEqual([])
    expect(await db.rows('select 1 from public.time_slots')).toEqual([])
  })

  test('a data folder from before bans and new passwords gets what is asked for, and keeps its sessions', async () => {
    for (const column of ['users drop column banned_until', 'users drop column recovery_token'])
      await db.rows(`alter table auth.${column}`)
    await db.rows('alter table auth.sessions drop column method')
    await start()
    expect(await db.rows('select recovery_token, method from auth.users, auth.sessions limit 1')).toEqual([
      { recovery_token: null, method: 'password' },
    ])
    expect(await db.rowsAs(admin, 'delete from public.recurring_availability returning 1')).not.toEqual([])
  })
})
