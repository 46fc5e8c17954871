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

  const executable = {
    anon: [
      'accept_offer',
      'admit_code',
      'admit_password',
      'admit_recovery',
      'asks_for_phone',
      'cancel_managed_booking',
      'claim_calendar',
      'claim_mail',
      'create_booking',
      'create_inquiry',
      'decline_offer',
      'erase_managed_booking',
      'finish_calendar',
      'finish_mail',
      'get_available_slots',
      'get_available_slots_for_date',
      'get_managed_booking',
      'get_offer',
      'get_site_key_state',
      'get_studio_zone',
      'is_recovery_link',
      'link_needs_code',
      'move_managed_booking',
      'read_calendar_feed',
      'record_code',
      'record_password',
      'undo_code',
      'undo_recovery',
    ],
    authenticated: [
      'add_calendar',
      'add_note',
      'admit_password',
      'asks_for_phone',
      'book_call',
      'claim_mail',
      'close_dates',
      'copy_recurring_availability',
      'copy_visitor_link',
      'count_offer_guesses',
      'count_requests',
      'count_views',
      'create_booking',
      'create_inquiry',
      'delete_note',
      'delete_offer',
      'dismiss_mails',
      'edit_note',
      'erase_person',
      'export_person',
      'export_requests',
      'finish_mail',
      'get_affected_bookings',
      'get_all_slots_for_date',
      'get_available_slots',
      'get_available_slots_for_date',
      'get_calendar_feed',
      'get_calls_to_tell',
      'get_days',
      'get_late_calls',
      'get_link_version',
      'get_mail_problems',
      'get_news',
      'get_settings',
      'get_site_key_state',
      'get_studio_zone',
      'is_admin',
      'keep_call',
      'keep_calls',
      'list_admins',
      'list_automatic_mails',
      'list_busy',
      'list_calendars',
      'list_closed_calls',
      'list_offers',
      'list_person',
      'list_replies',
      'mail_location',
      'move_booking',
      'offer_went_out',
      'read_calendar_next',
      'record_acceptance',
      'record_password',
      'remove_calendar',
      'remove_factor',
      'reopen_dates',
      'replace_recurring_availability',
      'reset_date',
      'restore_dates',
      'retry_mails',
      'save_offer_draft',
      'search_patterns',
      'send_offer',
      'send_proposals',
      'send_reply',
      'set_answered',
      'set_calendar_feed',
      'set_date_availability',
      'set_known',
      'set_outcome',
      'set_owner',
      'set_settings',
      'set_slot_availability',
      'undo_act',
      'withdraw_offer',
    ],
    service_role: ['remove_factor', 'set_site_key'],
  }
  test.each(Object.entries(executable))(
    '%s executes these functions and no other',
    async (role, expected) => {
      const own = `has_schema_privilege('${role}', pronamespace, 'usage') and has_function_privilege('${role}', oid, 'execute')`
      expect(
        await names(
          `select proname as name from pg_proc where pronamespace in ${ours} and ${own} order by 1`,
        ),
      ).toEqual(expected)
    },
  )

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
