import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { migrate, migrationFiles } from '@/supabase/local/migrate'

test('a second start applies nothing and keeps what the studio has set', async () => {
  const db = await PGlite.create()
  expect(await migrate(db)).toEqual(await migrationFiles())
  await db.exec('delete from public.time_slots')
  expect(await migrate(db)).toEqual([])
  expect((await db.query('select 1 from public.time_slots')).rows).toEqual([])
  await db.close()
})
