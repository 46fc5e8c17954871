import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSchemas, schemaDifferences, schemaObjects } from '@/scripts/db-diff'
import { applyMigrations, becomeHostedOwner, type EmptyDatabase, emptyDatabases } from './hosted'

describe.each(emptyDatabases)('on $name', ({ open }) => {
  const objectsOf = (db: EmptyDatabase) =>
    schemaObjects({ query: async <Row>(sql: string) => ({ rows: (await db.rows(sql)) as Row[] }) })

  /** Opens an empty database in a transaction, as the project's owner without superuser rights. */
  async function openHosted() {
    const db = await open()
    await db.exec('begin')
    await becomeHostedOwner(db.exec, 'schema_owner')
    return db
  }

  let read: EmptyDatabase
  let schemas: Map<string, string>
  let migrations: typeof schemas
  beforeAll(async () => {
    // One after the other: roles belong to the whole server, so two sessions cannot create the same
    // roles.
    const migrated = await openHosted()
    await applyMigrations(migrated.exec)
    migrations = await objectsOf(migrated)
    await migrated.close()
    read = await openHosted()
    await runSchemas(read)
    await read.exec('savepoint whole')
    schemas = await objectsOf(read)
  })
  afterAll(() => read.close())

  test('supabase/schemas and the migrations build the same database', () => {
    expect(schemaDifferences(schemas, migrations)).toEqual([])
    expect(schemas.size).toBeGreaterThan(200)
  })

  test.each([
    [
      'a body',
      `create or replace function private.studio_zone() returns text language sql immutable set search_path = '' as $$ select 'UTC' $$`,
      'function private.studio_zone()',
    ],
    ['a setting', `alter function private.studio_zone() reset search_path`, 'function private.studio_zone()'],
    ['a right', `grant select on public.time_slots to anon`, 'table time_slots'],
    [
      'a column’s right',
      `grant select (form_id) on public.bookings to authenticated`,
      'column bookings.form_id',
    ],
    [
      'a default',
      `alter table public.bookings alter column status set default 'confirmed'`,
      'column bookings.status',
    ],
    [
      'a constraint',
      `alter table public.bookings drop constraint bookings_name`,
      'constraint bookings bookings_name',
    ],
    ['an index', `drop index public.bookings_slot`, 'index bookings_slot'],
    [
      'a trigger',
      `alter table public.bookings disable trigger bookings_after`,
      'trigger bookings bookings_after',
    ],
    [
      'a policy',
      `drop policy "Admins read slots" on public.time_slots`,
      'policy time_slots "Admins read slots"',
    ],
    ['row-level security', `alter table public.bookings disable row level security`, 'table bookings'],
    ['a comment', `comment on column public.bookings.period is null`, 'column bookings.period'],
    ['a new column', `alter table public.bookings add party integer`, 'column bookings.party'],
    [
      'the publication',
      `alter publication supabase_realtime drop table public.bookings`,
      'publication public.bookings',
    ],
    [
      'a cap',
      `update private.submission_caps set max = 9 where name = 'bookings_in_a_day'`,
      'rows of private.submission_caps',
    ],
  ])('a difference in %s is named', async (_, change, name) => {
    await read.exec(change)
    const changed = await objectsOf(read)
    await read.exec('rollback to savepoint whole')
    expect(schemaDifferences(changed, schemas).map((text) => text.split('\n')[0])).toEqual([`=== ${name}`])
  })

  test('db:diff prints a changed view and the functions that read it in an order in which they run', async () => {
    const create = (column: string) => `
      create or replace view public.z_view with (security_invoker = true) as select ${column};
      create or replace function public.a_function() returns bigint language sql stable set search_path = ''
      begin atomic select count(*) from public.z_view ${column.includes('new') ? 'where new' : ''}; end;`
    await read.exec(create('1 as old'))
    await read.exec('savepoint old')
    const old = await objectsOf(read)
    await read.exec(create('1 as old, true as new'))
    const changed = await objectsOf(read)
    await read.exec('rollback to savepoint old')
    const texts = schemaDifferences(changed, old).map((text) => /^create or replace .*/ims.exec(text)?.[0])
    await read.exec(texts.join('\n'))
    expect(schemaDifferences(changed, await objectsOf(read))).toEqual([])
    await read.exec('rollback to savepoint whole')
  })
})

test('db:diff marks the changed lines of a function, and prints its new text to copy', () => {
  const definition = (body: string) =>
    new Map([['function f()', `CREATE OR REPLACE FUNCTION f()\nAS $function$\n${body}\n$function$;`]])
  expect(schemaDifferences(definition('one\nnew\nthree'), definition('one\ntwo\nthree'))).toEqual([
    `=== function f()
--- supabase/migrations
+++ supabase/schemas
 CREATE OR REPLACE FUNCTION f()
 AS $function$
 one
-two
+new
 three
 $function$;

CREATE OR REPLACE FUNCTION f()
AS $function$
one
new
three
$function$;`,
  ])
})
