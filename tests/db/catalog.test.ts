import { expect, test } from 'vitest'
import { onEachDatabase } from './databases'

const ours = `('public'::regnamespace, 'private'::regnamespace)`

onEachDatabase((db) => {
  const names = async (sql: string) => (await db.rows<{ name: string }>(sql)).map((row) => row.name)

  test('every table has row-level security, and no view bypasses it', async () => {
    expect(
      await names(`select oid::regclass::text as name from pg_class where relnamespace in ${ours}
        and (relkind in ('m', 'f') or relkind in ('r', 'p') and not relrowsecurity
          or relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false))`),
    ).toEqual([])
  })

  test('every policy is for signed-in people, and checks once per statement that they are a live admin', async () => {
    const live = '( SELECT private.is_live_admin() AS is_live_admin)'
    expect(
      await names(`select policyname as name from pg_policies
        where roles <> '{authenticated}' or cmd = 'ALL' or permissive <> 'PERMISSIVE'
          or coalesce(qual, with_check) <> '${live}' or coalesce(with_check, qual) <> '${live}'`),
    ).toEqual([])
  })

  test('every function for admins that may write begins by checking for a live admin', async () => {
    expect(
      await names(`select proname as name from pg_proc
        where pronamespace = 'public'::regnamespace and provolatile = 'v'
          and has_function_privilege('authenticated', oid, 'execute') and not has_function_privilege('anon', oid, 'execute')
          and not has_function_privilege('service_role', oid, 'execute') -- remove_factor: tests/db/second-factor.test.ts
          and prosrc !~ '^\\s*(declare.*?)?begin\\s+perform private.require_admin\\(\\);'`),
    ).toEqual([])
  })

  test('every function in the database has an empty search_path', async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where pronamespace in ${ours} and 'search_path=""' <> all (coalesce(proconfig, '{}'))`),
    ).toEqual([])
  })

  test('API roles have only the listed rights on tables and columns', async () => {
    expect(
      await names(`
        select concat(role, ' ', verb, ' ', relname, ' (' || string_agg(attname, ', ' order by attname) || ')') as name
        from (
          select relname, null as attname, (aclexplode(relacl)).* from pg_class where relnamespace in ${ours}
          union all
          select relname, attname, (aclexplode(attacl)).* from pg_attribute join pg_class c on c.oid = attrelid
          where relnamespace in ${ours} and not attisdropped
        ) acl
        cross join lateral (select case grantee when 0 then 'public' else grantee::regrole::text end as role,
                                   lower(privilege_type) as verb) grants
        where grantee <> grantor
        group by role, verb, relname order by relname, verb, role`),
    ).toEqual([
      'authenticated select admin_requests',
      'authenticated insert availability (date, is_available, time_slot_id, updated_at)',
      'authenticated select availability',
      'authenticated update availability (date, is_available, time_slot_id, updated_at)',
      'authenticated select bookings',
      'authenticated update bookings (cancel_message, cancel_reason, location, status)',
      'authenticated select closed_dates',
      'authenticated update closed_dates (reason)',
      'authenticated select inquiries',
      'authenticated update inquiries (status)',
      'authenticated select offer_acceptances',
      'authenticated select offer_endings',
      'authenticated select offer_versions',
      'authenticated select offers',
      'authenticated delete recurring_availability',
      'authenticated insert recurring_availability',
      'authenticated select recurring_availability',
      'authenticated update recurring_availability',
      'authenticated select request_events',
      'authenticated select request_notes',
      'authenticated select requests',
      'authenticated select time_slot_presets',
      'authenticated delete time_slots',
      'authenticated insert time_slots',
      'authenticated select time_slots',
    ])
  })

  test('a table refers to requests by one column, not by one for bookings and one for messages', async () => {
    expect(
      await names(`select attrelid::regclass::text as name from pg_attribute join pg_class c on c.oid = attrelid
        where relnamespace in ${ours} and attname in ('booking_id', 'inquiry_id') and not attisdropped`),
    ).toEqual([])
  })

  test('Realtime publishes changes of requests and of the schedule, and of no other table', async () => {
    expect(await names(`select tablename as name from pg_publication_tables order by 1`)).toEqual([
      'availability',
      'bookings',
      'closed_dates',
      'inquiries',
      'recurring_availability',
      'time_slots',
    ])
  })

  test('no foreign key has ‘restrict’, because its error code differs between versions of Postgres', async () => {
    expect(
      await names(`select conname as name from pg_constraint where confdeltype = 'r' or confupdtype = 'r'`),
    ).toEqual([])
  })
})
