import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrate, migrationFiles } from '@/supabase/local/migrate'
import { runFile } from '@/supabase/local/script'
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

  describe('the error of a broken step names its line and statement:', () => {
    test.each([
      {
        what: 'an unknown column',
        sql: `-- A step; it counts.\n\nselect 'Kōwhai 🌼; ''s',\n  "wrong" from public.bookings;\nselect 2;`,
        error: `4: column "wrong" does not exist\nin: select 'Kōwhai 🌼; ''s',`,
      },
      {
        what: 'a column that is there, after functions and comments',
        sql: `/* one; */ create function public.one() returns text language sql set search_path = ''
          begin atomic select case when true then 'end;' end; select ';'; end;
          create function public.two() returns text language sql set search_path = '' as $$ select ';' $$;
          -- three;
          alter table public.bookings
            add column name text;`,
        error: `5: column "name" of relation "bookings" already exists\nin: alter table public.bookings`,
      },
      {
        what: 'a row in the way, in a do block',
        sql: `do $$\nbegin\n  insert into public.time_slot_presets values (30), (30);\nend $$`,
        error: `1: duplicate key value violates unique constraint "time_slot_presets_pkey"
Key (duration_minutes)=(30) already exists.
SQL statement "insert into public.time_slot_presets values (30), (30)"
PL/pgSQL function inline_code_block line 3 at SQL statement\nin: do $$`,
      },
    ])('$what', async ({ sql, error }) => {
      const folder = mkdtempSync(join(tmpdir(), 'broken-step-'))
      const file = join(folder, 'step.sql')
      writeFileSync(file, sql)
      const run = runFile({ exec: (statement) => db.rows(statement) }, file)
      expect(await run.catch((reason: Error) => reason.message)).toBe(`${file}:${error}`)
      rmSync(folder, { recursive: true })
    })
  })
})
