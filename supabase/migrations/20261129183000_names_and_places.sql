-- The names and places of the schemas: functions with one caller stand in it, bookings and inquiries share their
-- triggers, what a visitor does not know yet is called untold, and no line is longer than 120 columns. Only names and
-- places change. The first block holds the functions that change with what calls them: they belong together.

do $step$
begin
create or replace function public.get_site_key_state(p_site_key text default null) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (select 1 from private.site_keys) then 'none stored'
    when exists (select from private.site_keys k where k.key_hash = sha256(convert_to(p_site_key, 'UTF8'))) then 'known'
    else 'unknown'
  end
$$;

create or replace function public.list_admins() returns table (
  id uuid, email text, last_sign_in_at timestamptz, code_since timestamptz, code_removed_at timestamptz,
  code_removed_by text, wrong_codes_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select u.id, u.email::text, u.last_sign_in_at,
      (select min(f.created_at) from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
      r.removed_at, r.removed_by, (
        select max(t.tried_at) from private.code_tries t
        where t.user_id = u.id and not t.was_right
          and 5 <= (
            select count(*) from private.code_tries o
            where o.user_id = u.id and not o.was_right
              and o.tried_at between t.tried_at - interval '15 minutes' and t.tried_at)
          and not exists (
            select from private.code_tries o
            where o.user_id = u.id and o.was_right
              and o.tried_at > t.tried_at and o.tried_at < now() - interval '1 day'))
    from auth.users u left join private.removed_factors r on r.user_id = u.id
    where u.raw_app_meta_data ->> 'role' = 'admin' and (u.banned_until is null or u.banned_until <= now())
    order by u.email;
end
$$;

create or replace function public.link_needs_code(p_site_key text, p_token text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  -- Accounts without a mailed link have an empty token, or null.
  return (
    select private.has_second_factor(u.id) from auth.users u
    where u.recovery_token = p_token and p_token ~ '^(pkce_)?[0-9a-f]{56}$');
end
$$;

create or replace function public.is_recovery_link(p_site_key text, p_token text) returns boolean
language sql stable security definer set search_path = ''
as $$ select public.link_needs_code(p_site_key, p_token) is not null $$;

create or replace function private.location_wording(p_location text, p_phone text, p_room text) returns text
language sql stable set search_path = ''
as $$
  select coalesce(p_location, concat_ws(', ', l ->> 'text', l ->> 'url'))
  from private.call_location(p_location, p_phone, p_room) l
$$;

create or replace function public.add_calendar(
  p_id uuid, p_label text, p_host text, p_address text, p_all_day_busy boolean, p_busy text, p_has_events boolean,
  p_unread jsonb default '{"count": 0, "first": []}'
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- Locks, because two simultaneous callers could exceed six calendars. (claim_mail uses lock 6.)
  perform pg_advisory_xact_lock(8, 0);
  -- The form was sent twice, or again after a lost response.
  if exists (select from private.calendars c where c.id = p_id) then
    -- Cannot compare the addresses, because each encryption of an address gives another text.
    if not exists (
      select from private.calendars c
      where (c.id, c.label, c.host, c.all_day_busy) = (p_id, p_label, p_host, p_all_day_busy))
    then
      raise exception using message = 'calendar_differs';
    end if;
    return;
  end if;
  if (select count(*) from private.calendars) >= 6 then
    raise exception using message = 'too_many_calendars';
  end if;
  insert into private.calendars
    (id, label, host, address, added_by, all_day_busy, busy, has_events, unread, known_until)
  values (p_id, p_label, p_host, p_address, private.actor(), p_all_day_busy, p_busy::tstzmultirange, p_has_events,
    p_unread, private.studio_today() + 397);
end
$$;

create or replace function private.booking_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'status', p_booking.status, 'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'))
$$;

create or replace function private.search_text(p_row jsonb) returns text
language sql stable set search_path = ''
as $$
  select private.fold_text(concat_ws(E'\n', p_row ->> 'name', p_row ->> 'email',
    coalesce(to_char(lower(period), 'Dy FMDD Mon YYYY'), ''),
    coalesce(to_char(lower(period), 'YYYY-MM-DD FMDD/FMMM/YYYY'), ''),
    coalesce(to_char(lower(period), 'FMHH12:MI AM') || ' – ' || to_char(upper(period), 'FMHH12:MI AM'), ''),
    regexp_replace(coalesce(p_row ->> 'message', ''), '\s+', ' ', 'g'),
    coalesce(p_row ->> 'phone' || ' ' || regexp_replace(p_row ->> 'phone', '[^+0-9]', '', 'g'), ''),
    coalesce(p_row ->> 'package', '')))
  from cast(p_row ->> 'period' as tsrange) period
$$;

create or replace function private.count_submit(p_kind text, p_email text, p_address_hash bytea) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_kind = 'booking' then
    perform private.check_cap('future_bookings_per_email',
      (select count(*) from public.bookings b
       where lower(b.email) = lower(p_email) and b.date > private.studio_today() and b.status <> 'cancelled'));
  end if;
  if p_kind <> 'cancel' then
    perform private.check_cap(
      case when p_kind = 'change' then 'changes_per_email_in_24_hours' else 'submits_per_email_in_24_hours' end,
      (select count(*) from private.submits
       where email_hash = private.hash_email(p_email) and submitted_at > now() - interval '24 hours'
         and (kind = 'change') = (p_kind = 'change')));
  end if;
  if p_address_hash is not null then
    perform private.check_cap('submits_per_address_in_10_minutes',
      (select count(*) from private.submits
       where address_hash = p_address_hash and submitted_at > now() - interval '10 minutes'));
  end if;
  perform private.check_cap(c.cap, c.submits, 'too_busy') from private.shared_caps() c where c.kind = p_kind;
  delete from private.submits where submitted_at < now() - interval '24 hours';
  insert into private.submits (kind, email_hash, address_hash)
  values (case p_kind when 'cancel' then 'change' else p_kind end, private.hash_email(p_email), p_address_hash);
end
$$;

create or replace function private.check_form(
  p_site_key text, p_name text, p_email text, p_message text, p_details jsonb, p_keys text[], p_address inet
) returns bytea
language plpgsql stable set search_path = ''
as $$
declare
  v_is_signed constant boolean := private.check_site_key(p_site_key);
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, p_keys);
  return case when v_is_signed then private.hash_address(p_address) end;
end
$$;

create or replace function public.create_booking(
  p_name text, p_email text, p_date date, p_time_slot_id uuid,
  p_message text default null, p_request_id uuid default null, p_address inet default null,
  p_site_key text default null, p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_address constant bytea :=
    private.check_form(p_site_key, p_name, p_email, p_message, p_details, '{package,fit,price_seen,phone}', p_address);
  v_given constant public.bookings := jsonb_populate_record(null::public.bookings, p_details);
  v_row public.bookings;
begin
  -- Checks twice: first without a lock, so that a rejected form neither waits nor blocks others, then again with
  -- the lock.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
    end if;
    select * into v_row from public.bookings b where b.form_id = p_request_id;
    if found then
      -- Omits name, e-mail address and message, because another person may know the form's id.
      return (
        select jsonb_build_object(
          'id', b -> 'id', 'status', b -> 'status', 'date', b -> 'date', 'time_slots', b -> 'time_slots',
          'differs', (v_row.name, v_row.email, v_row.date, v_row.time_slot_id, v_row.message,
              v_row.package, v_row.fit, v_row.price_seen, v_row.phone)
            is distinct from (p_name, p_email, p_date, p_time_slot_id, p_message,
              v_given.package, v_given.fit, v_given.price_seen, v_given.phone))
          || case when lower(v_row.email) = lower(p_email) then jsonb_build_object('link_version', v_row.link_version)
            else '{}' end
        from private.booking_json(v_row.id) b);
    end if;
    perform private.check_time(p_date, p_time_slot_id);
  end loop;

  perform private.count_submit('booking', p_email, v_address);
  begin
    insert into public.bookings (name, email, date, time_slot_id, message, package, fit, price_seen, phone, form_id)
    values (p_name, p_email, p_date, p_time_slot_id, p_message, v_given.package, v_given.fit, v_given.price_seen,
      v_given.phone, coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
    return private.booking_json(v_row.id);
  exception
    -- An admin has confirmed a cancelled booking, or deleted the slot, since check_time.
    when exclusion_violation then
      raise exception using message = 'slot_taken';
    -- The time may still be free, so the site tries again.
    when deadlock_detected then
      raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
    when foreign_key_violation or not_null_violation then
      raise exception using message = 'slot_not_offered';
    when lock_not_available then
      raise exception using message = 'too_busy', hint = 'lock';
  end;
end
$$;

create or replace function public.create_inquiry(
  p_name text, p_email text, p_message text default null, p_request_id uuid default null, p_address inet default null,
  p_site_key text default null, p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_address constant bytea :=
    private.check_form(p_site_key, p_name, p_email, p_message, p_details, '{package,fit,price_seen}', p_address);
  v_given constant public.inquiries := jsonb_populate_record(null::public.inquiries, p_details);
  v_row public.inquiries;
begin
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
    end if;
    select * into v_row from public.inquiries i where i.form_id = p_request_id;
    if found then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'differs',
        (v_row.name, v_row.email, v_row.message, v_row.package, v_row.fit, v_row.price_seen)
          is distinct from (p_name, p_email, p_message, v_given.package, v_given.fit, v_given.price_seen));
    end if;
  end loop;

  perform private.count_submit('inquiry', p_email, v_address);
  insert into public.inquiries (name, email, message, package, fit, price_seen, form_id)
  values (p_name, p_email, p_message, v_given.package, v_given.fit, v_given.price_seen,
    coalesce(p_request_id, gen_random_uuid()))
  returning * into v_row;
  return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'email', v_row.email, 'message', v_row.message,
                            'status', v_row.status, 'created_at', v_row.created_at);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

create or replace function private.turn_of_act(p_kind text, p_actor text, p_request public.requests) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_kind in ('booked', 'wrote', 'asked', 'accepted', 'declined') then 'asks'
    when p_kind = 'moved' then case p_actor when 'visitor' then 'asks' end
    when p_kind in ('replied', 'proposed', 'offered', 'elsewhere') then 'waits'
    -- A mail after a call ends the studio's turn, and leaves the visitor's turn.
    when p_kind = 'after_call' then
      case when p_request.over_from > now() and p_request.ours_from > now() then 'waits' else 'settles' end
    -- 'took_time' leaves an earlier question of the visitor open. So does 'outcome', which also leaves the visitor's
    -- turn.
    when p_kind in ('took_time', 'outcome') then
      case
        when p_request.over_from > now() and p_request.ours_from <= now()
          then case
            when p_request.turn_reason not in ('booked', 'moved', 'asked', 'accepted', 'declined') then 'settles'
            -- The outcome of a pending call confirms it.
            when (p_kind, p_request.status) = ('outcome', 'pending') and p_request.turn_reason in ('booked', 'moved')
              then 'settles'
          end
        when p_kind = 'took_time' then 'settles'
      end
    when p_kind in (
      'booked_for', 'confirmed', 'kept', 'cancelled', 'archived', 'turned_down', 'not_needed', 'withdrawn')
      then 'settles'
  end
$$;

create or replace function private.log_act(p_old jsonb, p_new jsonb, p_request public.requests) returns void
language plpgsql set search_path = ''
as $$
declare
  v_actor constant text := case when auth.jwt() is null then 'database' else private.actor() end;
  v_act constant jsonb :=
    case when p_new -> 'act' is distinct from p_old -> 'act' then nullif(p_new -> 'act', 'null') end;
  v_is_call constant boolean := p_new ? 'period';
  v_before jsonb := coalesce(private.changed_entries(private.logged_state(p_old), private.logged_state(p_new)), '{}');
  v_after jsonb := private.changed_entries(private.logged_state(p_new), private.logged_state(p_old));
  v_kind text;
begin
  if p_old is not null then
    -- Without an act: a visitor's change, a status that an admin sets through the table, or SQL.
    v_kind := coalesce(v_act ->> 'kind', case
      when v_after ->> 'status' = 'cancelled' then 'cancelled'
      when v_after ? 'date' then
        case when v_actor = 'visitor' and p_new ->> 'status' = 'confirmed' then 'took_time' else 'moved' end
      when v_after ? 'status' then v_after ->> 'status'
      when v_after ? 'location' then 'place'
      when lower(p_new ->> 'email') <> lower(p_old ->> 'email') then 'address'
    end);
  elsif v_actor <> 'database' then
    v_kind := case when not v_is_call then 'wrote' when v_actor = 'visitor' then 'booked' else 'booked_for' end;
    -- Undoing 'booked_for' cancels the call.
    v_before := case v_kind when 'booked_for' then '{"status": "cancelled"}' else '{}' end::jsonb;
  end if;
  -- After an erasure, logs only acts with a token, such as a cancellation of the call.
  if v_kind is null or v_actor = 'database' and private.is_erased(p_new ->> 'email') then
    return;
  end if;
  -- Moving or cancelling a call clears its outcome.
  if p_request.outcome is not null and (v_after ->> 'status' = 'cancelled' or v_after ? 'date') then
    v_before := v_before || jsonb_build_object('outcome', p_request.outcome);
    v_after := v_after || '{"outcome": null}';
  end if;
  v_before := v_before || coalesce(v_act -> 'before', '{}');
  v_after := v_after || coalesce(v_act -> 'after', '{}');
  if v_is_call and v_kind in ('confirmed', 'kept', 'cancelled')
    or not v_is_call and v_kind in ('replied', 'archived', 'turned_down')
  then
    v_after := v_after || jsonb_build_object('status', p_new -> 'status');
  end if;
  -- Marks the call as kept when an admin books, confirms or moves it on a closed date.
  if v_kind = 'kept' or v_is_call and v_actor not in ('visitor', 'database') and p_new ->> 'status' <> 'cancelled'
    and (v_kind = 'booked_for' or v_after ? 'date'
      or v_after ->> 'status' = 'confirmed' and v_before ->> 'status' = 'pending')
    and private.is_on_closed_date((p_new ->> 'date')::date, (p_new ->> 'time_slot_id')::uuid)
  then
    v_after := v_after || '{"is_kept": true}';
  end if;
  insert into public.request_events
    (request_id, revision, actor, kind, what, before, after, turn, waits_until, form_id, undoes)
  values ((p_new ->> 'id')::uuid, (p_new ->> 'revision')::integer, v_actor, v_kind, v_act ->> 'what',
    nullif(v_before, '{}'), nullif(v_after, '{}'),
    case when v_act ->> 'undoes' is null then private.turn_of_act(v_kind, v_actor, p_request) end,
    (v_act ->> 'waits_until')::timestamptz, (v_act ->> 'form_id')::uuid, (v_act ->> 'undoes')::bigint);
end
$$;

create or replace function private.with_turn(
  p_request public.requests, p_is_erased boolean, p_is_proposed boolean, p_closed_at timestamptz,
  p_event public.request_events
) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_is_message constant boolean := p_request.kind = 'inquiry';
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
  -- 'took_time' (the visitor took a proposed time) answers no question: if the call is no longer confirmed, the
  -- visitor waits for an answer.
  v_is_answered constant boolean :=
    coalesce(p_event.turn in ('waits', 'settles') and p_event.kind <> 'took_time', false);
  -- Without a deciding event, the status decides.
  v_act constant text := coalesce(
    case when (p_event.kind, p_event.turn) = ('after_call', 'waits') then 'replied' else p_event.kind end,
    case when p_request.status = 'pending' then 'booked' when p_request.status in ('new', 'read') then 'wrote'
      else p_request.status end);
  v_since constant timestamptz := coalesce(p_event.at, p_request.created_at);
  v_until constant timestamptz := coalesce(p_event.waits_until, 'infinity');
begin
  if p_is_erased then
    return private.set_turn(p_request, 'erased', p_over_from => v_since);
  elsif not v_is_answered and v_act in ('asked', 'accepted', 'declined') then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  elsif p_request.status in ('cancelled', 'archived') then
    return private.set_turn(p_request, p_request.status, p_over_from => v_since);
  elsif v_is_message and not v_is_answered and v_act = 'wrote' then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  -- Also after the day of the call, because the visitor has no answer.
  elsif p_request.status = 'pending' and not v_is_answered then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  -- The visitor still expects the call. An act after its time ends this turn too.
  elsif p_closed_at < v_starts and v_since < v_starts and not p_is_proposed then
    p_request := private.set_turn(p_request, 'confirmed', p_ours_from => greatest(p_closed_at, v_since));
    p_request.due_at := v_starts;
    return p_request;
  -- Includes a confirmed call with an open proposal, because the studio cannot come at the confirmed time. Only an
  -- act ends the turn that comes back to the studio, because the visitor still has no call.
  elsif (p_request.status = 'pending' or p_is_proposed) and v_since < v_starts then
    return private.set_turn(p_request, case when v_is_answered then v_act else 'proposed' end, v_since, least(v_until,
      -- 48 hours before the call, or after half of the time until it, whichever is later. Computes in seconds, because
      -- a day can have 23 hours.
      greatest(v_starts - interval '48 hours',
        v_since + make_interval(secs => extract(epoch from v_starts - v_since)::float8 / 2))));
  elsif v_is_answered and (
    v_act in ('replied', 'offered', 'elsewhere') or v_act = 'proposed' and (v_is_message or v_since >= v_starts))
  then
    -- Without a date that ends the wait, the studio waits for 14 days.
    return private.set_turn(p_request, v_act, v_since, v_until,
      case when v_until = 'infinity' then v_since + interval '336 hours' else 'infinity' end);
  end if;
  return private.set_turn(p_request, case p_request.status when 'confirmed' then 'confirmed' else v_act end,
    p_over_from => v_since);
end
$$;

create or replace function private.is_unneeded(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_mail.kind = 'call' and not p_mail.must_send and num_nonnulls(p_mail.letter_id, p_mail.lease) = 0 and exists (
    select from public.bookings b where b.id = p_mail.request_id and not private.needs_call_mail(b, p_mail.id));
end
$$;

create or replace function private.renew_booking(p_old public.bookings, p_new public.bookings) returns public.bookings
language plpgsql set search_path = ''
as $$
begin
  if lower(p_new.email) <> lower(p_old.email) then
    p_new.link_version := p_old.link_version + 1;
    p_new.room := case when not private.is_erased(p_new.email) then private.new_room() end;
  end if;
  if (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
    or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    p_new.calendar_sequence := p_old.calendar_sequence + 1;
  end if;
  -- The room counts only if the location's wording contains the room.
  if (p_new.calendar_sequence, p_new.name, private.is_erased(p_new.email),
      private.location_wording(p_new.location, null, p_new.room))
    is distinct from (p_old.calendar_sequence, p_old.name, private.is_erased(p_old.email),
      private.location_wording(p_old.location, null, p_old.room))
  then
    p_new.changed_at := now();
  end if;
  -- Another time clears the words about a cancellation. A call restored at its former time keeps them, so that
  -- Undo can cancel the call again; pages show them only while the call is cancelled.
  if (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    p_new.cancel_reason := null;
    p_new.cancel_message := null;
  end if;
  return p_new;
end
$$;

create or replace function private.copy_request(p_old jsonb, p_new jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_columns constant text[] := '{name,email,period,message,phone,package,status,created_at,time_slot_id}';
  v_has_outcome constant boolean := p_new ->> 'status' <> 'cancelled'
    and (p_new -> 'date', p_new -> 'time_slot_id') is not distinct from (p_old -> 'date', p_old -> 'time_slot_id');
begin
  if not exists (select from unnest(v_columns) c where p_new -> c is distinct from p_old -> c) then
    return;
  end if;
  update public.requests
  set status = p_new ->> 'status', created_at = (p_new ->> 'created_at')::timestamptz,
    starts = lower((p_new ->> 'period')::tsrange), search_text = private.search_text(p_new),
    outcome = case when v_has_outcome then outcome end, outcome_reason = case when v_has_outcome then outcome_reason end
  where id = (p_new ->> 'id')::uuid;
end
$$;

create or replace function private.mail_visitors_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_cancelled constant boolean := p_new.status = 'cancelled';
  v_known_start timestamp;
begin
  perform private.write_call_mail(p_new.id, now(), case when v_is_cancelled then 'cancelled' else 'moved' end);
  if v_is_cancelled then
    perform private.write_mail(p_new.id, 'studio', 'cancelled');
  elsif exists (
    select from private.outbox o
    where (o.request_id, o.recipient, o.kind) = (p_new.id, 'studio', 'received') and o.is_waiting)
  then
    -- The mail about the new booking will have the new time.
    perform private.write_mail(p_new.id, 'studio', 'received');
  else
    select d.known_start into v_known_start from private.drop_mails(p_new.id, 'studio', '{moved}') d;
    perform private.write_mail(p_new.id, 'studio', 'moved',
      p_known_start => coalesce(v_known_start, lower(p_old.period)));
  end if;
end
$$;

create or replace function private.mail_booking_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_new_address constant boolean := lower(p_new.email) <> lower(p_old.email);
  v_is_changed constant boolean :=
    (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status);
begin
  if private.starts_at(p_new) <= now() then
    return;
  end if;
  if private.is_erased(p_new.email) then
    if not public.is_admin() and p_new.status = 'cancelled' and p_old.status <> 'cancelled' then
      perform private.write_mail(p_new.id, 'studio', 'cancelled');
    end if;
  elsif v_is_new_address then
    perform private.mail_new_address(p_new);
  elsif private.is_visitors_act() then
    if v_is_changed then
      perform private.mail_visitors_change(p_old, p_new);
    end if;
  elsif v_is_changed or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    perform private.update_call_mail(p_new.id, true);
  end if;
end
$$;

create or replace function private.prepare_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_call constant boolean := tg_table_name = 'bookings';
  v_kind constant text := case when v_is_call then 'booking' else 'inquiry' end;
  v_unseen constant text[] := '{revision,form_id,known,room,act}';
begin
  if v_is_call then
    select tsrange(new.date + s.start_time, new.date + s.end_time) into new.period
    from public.time_slots s where s.id = new.time_slot_id;
  end if;
  if tg_op = 'INSERT' then
    if v_is_call and not private.is_erased(new.email) then
      new.room := coalesce(new.room, private.new_room());
    end if;
    if v_is_call and private.is_visitors_act() then
      new.known := private.call_state(new) || jsonb_build_object('at', now());
    end if;
    -- In a restored backup the request exists already.
    insert into public.requests (id, kind, status, created_at, starts, search_text)
    values (new.id, v_kind, new.status, new.created_at, lower((to_jsonb(new) ->> 'period')::tsrange),
      private.search_text(to_jsonb(new)))
    on conflict (id) do nothing;
    if not exists (select from public.requests r where (r.id, r.kind) = (new.id, v_kind)) then
      raise exception using message = 'id_taken', hint = 'A booking and an inquiry cannot have the same id.';
    end if;
    return new;
  end if;
  -- The request of an erased person can only be ended, and the call cannot get a location, reason or message.
  if private.is_erased(old.email) and (
    new.status <> old.status and new.status not in ('cancelled', 'archived')
    or jsonb_strip_nulls(to_jsonb(new)) ?| '{location,cancel_reason,cancel_message}')
  then
    raise exception using message = 'person_erased';
  end if;
  if v_is_call then
    new := private.renew_booking(old, new);
    new.known := private.known_after_change(old, new);
  end if;
  -- Counts only changes that people can see: acts, and changes of all columns but these.
  if to_jsonb(new) - v_unseen <> to_jsonb(old) - v_unseen or new.act is distinct from old.act then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

create or replace function private.follow_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_call constant boolean := tg_table_name = 'bookings';
  v_request public.requests;
begin
  if tg_op = 'DELETE' then
    delete from public.requests where id = old.id;
    return null;
  end if;
  select * into v_request from public.requests r where r.id = new.id for no key update;
  if tg_op = 'INSERT' then
    perform private.log_act(null, to_jsonb(new), v_request);
    -- A request from a restored backup already has its turn.
    if v_request.turn_reason is null then
      perform private.update_turn(new.id);
    end if;
    if v_is_call then
      perform private.mail_new_booking(new);
    elsif new.created_at = now() then
      perform private.mail_new_inquiry(new.id);
    end if;
    return null;
  end if;
  perform private.copy_request(to_jsonb(old), to_jsonb(new));
  perform private.log_act(to_jsonb(old), to_jsonb(new), v_request);
  if private.is_erased(new.email) then
    perform private.delete_mails_and_log(new.id, old.email <> new.email);
  end if;
  perform private.update_turn(new.id);
  if lower(new.email) <> lower(old.email) and not private.is_erased(new.email) then
    perform private.end_offer_link(new.id);
    if not v_is_call then
      perform private.mail_new_inquiry(new.id);
    end if;
  end if;
  if v_is_call then
    perform private.mail_booking_change(old, new);
  end if;
  return null;
end
$$;

create or replace view private.due_mails with (security_invoker = true) as
-- Reminders a day and an hour before a confirmed call, unless another mail told the visitor the call's state in the
-- three hours before, or since. 'still_pending' three hours before a pending call. If both reminders are due, after a
-- time without mail, only the later one goes. No reminder a day before a call that changed in its last 24 hours. No
-- mail while a proposal of other times is open, and no reminder of a call on a closed date that no admin kept.
select b.id as request_id, 'visitor' as recipient, m.kind, lower(b.period)::text as key, null::uuid as offer_id,
  null::integer as version
from public.bookings b
cross join private.studio_settings s
cross join lateral private.starts_at(b) c (starts_at)
cross join lateral (values
  ('reminder_day', c.starts_at - interval '24 hours', b.status = 'confirmed' and s.reminds_day_before
    and b.changed_at <= c.starts_at - interval '24 hours'
    and not (s.reminds_hour_before and c.starts_at <= now() + interval '4 hours')),
  ('reminder_hour', c.starts_at - interval '1 hour', b.status = 'confirmed' and s.reminds_hour_before),
  ('still_pending', c.starts_at - interval '3 hours', b.status = 'pending')
) m (kind, due_at, is_wanted)
where b.status <> 'cancelled' and not private.is_erased(b.email)
  -- The next 24 hours, which a change of the clock makes 25.
  and b.period && tsrange(now() at time zone private.studio_zone(),
    now() at time zone private.studio_zone() + interval '25 hours', '[]')
  and m.is_wanted and m.due_at <= now() and c.starts_at > now()
  and case
    when private.has_open_proposal(b) then false
    when b.status = 'confirmed' and private.is_on_closed_date(b.date, b.time_slot_id) and not private.is_kept(b.id)
      then false
    when m.kind = 'still_pending' then private.asked_at(b) < m.due_at
    else not exists (
      select from private.outbox o
      where o.request_id = b.id and o.sent_at > m.due_at - interval '3 hours'
        and o.kind in ('call', 'reminder_day', 'reminder_hour')
        and (o.said ->> 'link_version')::integer = b.link_version
        and private.difference(o.said, private.call_state(b)) = '{}')
  end
union all
-- The visitor gets a reminder of an open offer at 9:00 two days before the offer's last day, if an admin ticked that,
-- the offer is valid for four days or more, and the visitor has asked or answered nothing since the offer was sent. On
-- the day after the last day the studio gets a mail that the offer has expired.
select o.request_id, m.recipient, m.kind, v.version::text, o.id, v.version
from public.offer_versions v
join public.offers o on o.id = v.offer_id
join (values ('visitor', 'offer_follow_up'), ('studio', 'offer_expired')) m (recipient, kind)
  on (m.kind = 'offer_expired') = (v.valid_until < private.studio_today())
where o.request_id is not null and v.valid_until between private.studio_today() - 1 and private.studio_today() + 2
  and v.version = (select max(n.version) from public.offer_versions n where n.offer_id = v.offer_id)
  and case m.kind
    when 'offer_expired' then private.state_of(o.id) = 'expired'
    else v.body -> 'followsUp' = 'true' and v.valid_until - (v.sent_at at time zone private.studio_zone())::date >= 4
      and now() at time zone private.studio_zone() >= v.valid_until - 2 + time '9:00'
      and private.state_of(o.id) = 'open'
      and not exists (
        select from public.request_events e
        where e.request_id = o.request_id and e.turn = 'asks' and e.at > v.sent_at and not private.is_undone(e.id))
  end;

create or replace function private.lease_mail(p_mail private.outbox) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  update private.outbox
  set may_have_arrived = may_have_arrived or lease is not null,
    lease = gen_random_uuid(), lease_until = now() + interval '12 minutes', attempts = attempts + 1,
    -- Null for a mail that describes no call.
    said = case
      when recipient <> 'visitor' or v_booking.id is null then null
      when kind = 'reply' then (
        select l.state || jsonb_build_object('link_version', v_booking.link_version)
        from private.letters l where l.event_id = p_mail.letter_id)
      when kind in ('call', 'reminder_day', 'reminder_hour', 'still_pending') then
        private.call_state(v_booking) || jsonb_build_object(
          'at', now(), 'link_version', v_booking.link_version, 'sequence', v_booking.calendar_sequence)
    end,
    calls = case when (kind, recipient) = ('still_pending', 'studio') then
      array(select c.id from private.find_calls_to_confirm() c) end
  where id = p_mail.id returning * into p_mail;
  return private.mail_json(p_mail);
end
$$;

create or replace function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome constant text := p_result ->> 'outcome';
  v_mail private.outbox;
begin
  perform private.require_site_key(p_site_key);
  if v_outcome in ('sent', 'failed', 'refused', 'unanswered') is not true then
    raise exception using message = 'invalid_result';
  end if;
  perform private.lock_request((select o.request_id from private.outbox o where o.id = p_id));
  select * into v_mail from private.outbox o
  where o.id = p_id and o.lease = p_lease and o.lease_until > now() for no key update;
  if not found then
    raise exception using message = 'not_leased',
      detail = case
        when exists (select from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
  -- A mail that may have arrived is not tried again before its lease ends.
  if v_outcome = 'unanswered' then
    update private.outbox set last_error = v_outcome where id = p_id;
    return;
  end if;
  if v_outcome = 'failed' then
    -- The mail of this attempt cannot have arrived.
    v_mail.lease := null;
    if not private.drop_superseded_mail(v_mail) then
      perform private.end_lease(p_id, p_result);
    end if;
    perform private.drop_unneeded_mail(v_mail.request_id);
    return;
  end if;
  perform private.end_lease(p_id, p_result);
  if v_outcome = 'sent' and v_mail.letter_id is not null then
    update private.letters set sent_at = now() where event_id = v_mail.letter_id;
  elsif v_outcome = 'refused' and v_mail.letter_id is not null then
    -- A proposal whose mail was refused counts as closed, which can change the turn.
    perform private.update_turn(v_mail.request_id);
  end if;
  if v_mail.said is null then
    return;
  end if;
  -- A mail that was only saved as a file told its visitor nothing.
  if v_outcome = 'sent' and (p_result ->> 'kept')::boolean is not true then
    perform private.set_known_by_mail(v_mail);
  end if;
  perform private.drop_unneeded_mail(v_mail.request_id);
  -- Compares with the state in the mail and not with bookings.known: a refused or saved mail does not change
  -- bookings.known, so each result would queue another mail.
  perform private.update_call_mail(b.id) from public.bookings b
  where b.id = v_mail.request_id and private.needs_mail(private.difference(v_mail.said, private.call_state(b)));
end
$$;

create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_request(p_id);
  -- An accepted offer stays, without its request, draft and reasons, and with an invalid link. Locks the offer first,
  -- so that the later statements see an acceptance that was in progress.
  perform 1 from public.offers o where o.request_id = p_id for no key update;
  delete from private.outbox m where m.request_id = p_id and m.offer_id is not null;
  delete from public.offers o
  where o.request_id = p_id and not exists (select from public.offer_acceptances a where a.offer_id = o.id);
  update public.offer_endings e set reason = null from public.offers o where o.request_id = p_id and e.offer_id = o.id;
  update public.offers set request_id = null, draft = null, link_version = link_version + 1 where request_id = p_id;
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, cancel_reason = null, cancel_message = null,
    status = coalesce(p_booking_status, status), form_id = gen_random_uuid(), act = null
  where id = p_id;
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null,
    form_id = gen_random_uuid(), act = null
  where id = p_id;
  update public.requests set outcome_reason = null where id = p_id and outcome_reason is not null;
  delete from public.request_notes where request_id = p_id;
end
$$;

create or replace function public.cancel_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_reason text default null,
  p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  if char_length(p_reason) not between 1 and 500 or not private.is_clean_text(p_reason, true) then
    raise exception using message = 'invalid_reason';
  end if;
  v_address := private.hash_address(p_address);
  select * into v_booking from public.bookings b where b.id = p_id for no key update;
  perform private.check_change(v_booking, p_link_version, p_seen_sequence);
  perform private.count_submit('cancel', v_booking.email, v_address);
  update public.bookings set status = 'cancelled', cancel_reason = p_reason, cancel_message = null where id = p_id;
  return private.managed_booking_json(p_id);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

create or replace function public.move_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_date date, p_time_slot_id uuid,
  p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
  v_is_proposed boolean;
begin
  perform private.require_site_key(p_site_key);
  v_address := private.hash_address(p_address);

  -- Checks twice, like create_booking: first without a lock, so that a rejected move neither waits nor blocks others.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
      select * into v_booking from public.bookings b where b.id = p_id for no key update;
    else
      select * into v_booking from public.bookings b where b.id = p_id;
    end if;
    perform private.check_link(v_booking, p_link_version);
    -- The booking already has this time, as after a lost response.
    if (v_booking.date, v_booking.time_slot_id) is not distinct from (p_date, p_time_slot_id)
      and v_booking.status <> 'cancelled'
    then
      return private.managed_booking_json(p_id);
    end if;
    perform private.check_change(v_booking, p_link_version, p_seen_sequence);
    v_is_proposed := private.proposed_times(v_booking)
      @> jsonb_build_array(jsonb_build_object('date', p_date, 'time_slot_id', p_time_slot_id));
    perform private.check_time(p_date, p_time_slot_id, p_id, v_is_proposed);
  end loop;

  perform private.count_submit('change', v_booking.email, v_address);
  -- Takes the new time and frees the former one in one UPDATE. Confirms the call if the studio proposed the new time.
  update public.bookings
  set date = p_date, time_slot_id = p_time_slot_id,
    status = case when v_is_proposed then 'confirmed' else 'pending' end
  where id = p_id;
  return private.managed_booking_json(p_id);
exception
  -- An admin has confirmed a cancelled booking, or deleted the slot, since check_time.
  when exclusion_violation or unique_violation then
    raise exception using message = 'slot_taken';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_not_offered';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

create or replace function private.find_or_create_slot(
  p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_starts constant timestamp := p_date + p_start;
  v_ends constant timestamp := p_date + p_end;
  v_id uuid;
  v_busy jsonb;
  v_detail jsonb;
begin
  perform private.check_dates(p_date, p_date);
  -- Waits for a session that is closing or opening dates, as update_turn does: the admin has not seen its change.
  perform pg_advisory_xact_lock_shared(9, 0);
  if (p_end - p_start between interval '5 minutes' and interval '8 hours'
    and extract(second from p_start) = 0 and extract(second from p_end) = 0
    and private.is_real(v_starts, v_ends)) is not true
  then
    raise exception using message = 'time_invalid';
  end if;
  if v_starts at time zone private.studio_zone() <= now() then
    raise exception using message = 'date_past';
  end if;
  select jsonb_build_object(
    'name', b.name, 'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
  into v_detail from public.bookings b
  where b.status <> 'cancelled' and b.period && tsrange(v_starts, v_ends) and b.id is distinct from p_except
  order by b.period limit 1;
  if found then
    raise exception using message = 'slot_taken', detail = v_detail::text;
  end if;
  select s.id into v_id from private.slots_between(p_date, p_date) s
  where s.start_time = p_start and s.end_time = p_end and s.is_offered and (p_outside or not s.is_busy);
  if found then
    return v_id;
  end if;
  if p_outside is not true then
    -- The calendars that block the time; is_known is false for a date after the calendar's known_until.
    select jsonb_strip_nulls(jsonb_build_object('busy', jsonb_agg(
      jsonb_build_object('label', c.label, 'is_known', p_date <= c.known_until) order by c.label, c.id)))
    into v_busy from private.calendars c
    where p_date > c.known_until or c.busy && tstzrange(
      v_starts at time zone private.studio_zone(), v_ends at time zone private.studio_zone());
    if exists (
      select from private.slots_between(p_date, p_date) s
      where s.start_time = p_start and s.end_time = p_end and s.is_offered)
    then
      raise exception using message = 'outside_hours', detail = v_busy::text, hint = 'busy';
    end if;
    select jsonb_build_object('reason', c.reason) || v_busy into v_detail
    from public.closed_dates c where c.date = p_date;
    if found then
      raise exception using message = 'date_closed', detail = v_detail::text;
    end if;
    if v_busy <> '{}' then
      raise exception using message = 'outside_hours', detail = v_busy::text;
    end if;
    raise exception using message = 'outside_hours';
  end if;
  insert into public.time_slots (start_time, end_time, duration_minutes)
  values (p_start, p_end, extract(epoch from p_end - p_start) / 60)
  on conflict (start_time, end_time) do nothing;
  -- Locks the slot, so that no admin deletes it before the booking refers to it.
  select s.id into v_id from public.time_slots s where s.start_time = p_start and s.end_time = p_end for key share;
  return v_id;
end
$$;

create or replace function private.reply_event_kind(p_is_call boolean, p_kind text) returns text
language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then case when p_is_call then 'confirmed' else 'replied' end
    when 'decline' then case when p_is_call then 'cancelled' else 'turned_down' end
    when 'propose' then 'proposed'
    when 'offer' then 'offered'
    when 'offer_withdrawn' then 'withdrawn'
    when 'after_call' then 'after_call'
    else 'replied'
  end
$$;

create or replace function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null,
  p_times jsonb default '[]'
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_is_ahead boolean;
  v_changes jsonb;
  v_is_current boolean;
  v_state jsonb;
  v_event public.request_events;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  v_event := private.event_of_form(p_id, p_request_id);
  if v_event.id is not null then
    if exists (
      select from private.letters l
      where l.event_id = v_event.id and (l.kind, l.subject, l.body) is distinct from (p_kind, p_subject, p_body))
    then
      raise exception using message = 'reply_sent';
    end if;
    return v_event.revision;
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  v_is_ahead := private.starts_at(v_booking) > now();
  -- lib/requests/replies.ts has the same rules.
  if (case p_kind
    when 'confirm' then v_booking.status = 'pending' and v_is_ahead
    when 'decline' then v_booking.id is null or v_booking.status <> 'cancelled' and v_is_ahead
    when 'after_call' then v_booking.status = 'confirmed' and not v_is_ahead
    else true
  end) is not true then
    raise exception using message = 'reply_unfit';
  end if;
  -- False for a text from the admin's own mail program if the admin changed the call after p_revision, because
  -- the text does not describe that change.
  v_is_current := p_body is not null or not exists (
    select from public.request_events e
    where e.request_id = p_request_id and e.before ?| '{status,date,location}' and e.revision > p_revision);
  v_changes := private.answer_changes(p_request_id, p_kind);
  v_booking.status := coalesce(v_changes ->> 'status', v_booking.status);
  -- v_state stays null if the text is not about the call, or not about its current state.
  if v_booking.id is not null and v_is_current and p_kind not in ('after_call', 'offer', 'offer_withdrawn') then
    v_state := private.call_state(v_booking) || jsonb_build_object('at', now());
  end if;
  -- Assumes that the visitor has read a text from the admin's own mail program.
  if p_body is null and v_state is not null and ((v_booking.known ->> 'at')::timestamptz <= now()) is not false then
    v_changes := v_changes || jsonb_build_object('known', v_state);
  end if;
  v_event := private.act(
    p_request_id, private.reply_event_kind(v_booking.id is not null, p_kind), v_changes, p_kind, p_id,
    p_until => case p_kind when 'offer' then (
      select private.end_of_day(v.valid_until)
      from public.offers o cross join private.newest_version(o.id) v where o.request_id = p_request_id) end);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  insert into private.letters (event_id, kind, subject, body, email, sent_by, state, sequence, link_version, times)
  values (v_event.id, p_kind, p_subject, p_body, case when p_body is not null then private.email_of(p_request_id) end,
    private.caller_id(), v_state, v_booking.calendar_sequence, v_booking.link_version, (
      select coalesce(jsonb_agg(jsonb_build_object('date', t.date, 'time_slot_id', t.time_slot_id)), '[]')
      from jsonb_to_recordset(p_times) t (date date, time_slot_id uuid) where v_is_current));
  -- The mail waits for a minute, in which Undo can delete it.
  if p_body is not null and p_kind in ('confirm', 'decline') and v_booking.id is not null then
    perform private.write_call_mail(p_request_id, now() + interval '60 seconds', p_letter_id => v_event.id);
  elsif p_body is not null then
    insert into private.outbox (request_id, recipient, kind, letter_id, due_at, send_after)
    values (p_request_id, 'visitor', 'reply', v_event.id, now() + interval '60 seconds', now() + interval '60 seconds');
  elsif v_state is not null then
    -- The visitor still needs the calendar file.
    perform private.keep_call_mail(p_request_id);
  end if;
  perform private.update_call_mail(p_request_id) where p_kind = 'propose';
  perform private.update_turn(p_request_id);
  return v_event.revision;
end
$$;

create or replace function public.save_offer_draft(p_request_id uuid, p_draft jsonb, p_seen_revision integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  select * into v_offer from public.offers o where o.request_id = p_request_id for no key update;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = v_offer.id) then
    raise exception using message = 'offer_accepted';
  end if;
  if coalesce(v_offer.draft_revision, 0) is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_offer.id is null then
    insert into public.offers (request_id, draft, draft_revision, created_by)
    values (p_request_id, p_draft, 1, private.actor())
    returning * into v_offer;
    perform private.act(p_request_id, 'offer', p_what => 'begun');
  else
    -- So that other admins' pages reload.
    update public.bookings set revision = revision + 1 where id = p_request_id;
    update public.inquiries set revision = revision + 1 where id = p_request_id;
    update public.offers o set draft = p_draft, draft_revision = o.draft_revision + 1 where o.id = v_offer.id
    returning * into v_offer;
  end if;
  return jsonb_build_object('id', v_offer.id, 'draft_revision', v_offer.draft_revision);
end
$$;

create or replace function private.admit_answer(
  p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_request uuid := (select o.request_id from public.offers o where o.id = p_id);
  v_email text;
  v_offer public.offers;
  v_version public.offer_versions;
  v_acceptance public.offer_acceptances;
  v_ending public.offer_endings;
  v_tries_left integer;
begin
  perform private.lock_request(v_request);
  v_email := private.email_of(v_request);
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  v_version := private.newest_version(p_id);
  if v_email is null or private.is_erased(v_email) or v_version.version is null
    or v_offer.link_version is distinct from p_link_version
  then
    return jsonb_build_object('outcome', 'link_invalid');
  end if;
  select * into v_acceptance from public.offer_acceptances a where a.offer_id = p_id;
  if found then
    return jsonb_build_object('outcome', 'already_accepted', 'at', v_acceptance.accepted_at);
  end if;
  v_ending := private.ending_of(v_version);
  if v_ending.ended is not null then
    return jsonb_build_object('outcome', v_ending.ended, 'at', v_ending.ended_at);
  end if;
  if (v_version.version, v_version.sha256) is distinct from (p_version, p_sha256) then
    return jsonb_build_object('outcome', 'superseded');
  end if;
  if now() >= private.end_of_day(v_version.valid_until) then
    return jsonb_build_object('outcome', 'expired');
  end if;
  delete from private.offer_guesses g where g.offer_id = p_id and g.guessed_at <= now() - interval '24 hours';
  v_tries_left := 5 - (select count(*) from private.offer_guesses g where g.offer_id = p_id);
  if v_tries_left <= 0 then
    return jsonb_build_object('outcome', 'too_many_emails');
  end if;
  if lower(v_email) is distinct from lower(p_email) then
    insert into private.offer_guesses (offer_id) values (p_id);
    return jsonb_build_object('outcome', 'email_differs', 'tries_left', v_tries_left - 1);
  end if;
  return null;
end
$$;

create or replace function private.find_untold()
returns table (id uuid, known jsonb, state jsonb, difference text[], waits boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  v_usual constant text := private.location_wording(null, null, null);
  v_booking public.bookings;
begin
  for v_booking in
    select * from public.bookings b
    where (b.date >= v_now::date or b.known ->> 'date' >= v_now::date::text)
      -- A quick comparison first, because most visitors know their call's state.
      and ((b.known ->> 'status', b.known ->> 'date', b.known ->> 'start_time', b.known ->> 'end_time',
          b.known ->> 'wording')
        is distinct from (b.status, b.date::text, to_char(lower(b.period), 'HH24:MI'),
          to_char(upper(b.period), 'HH24:MI'), case b.status when 'confirmed' then
            coalesce(b.location, replace(v_usual, '{call}', coalesce(b.room, '{call}'))) end)
        or exists (select from private.outbox o where o.request_id = b.id and o.may_have_arrived and o.sent_at is null))
      and b.email <> private.erased_email()
    order by b.period
  loop
    state := private.call_state(v_booking);
    known := private.known_to_correct(v_booking);
    difference := private.difference(known, state);
    -- Neither the call nor the time that its visitor knows is still ahead.
    continue when difference = '{}' or greatest(
      lower(v_booking.period), (v_booking.known ->> 'date')::date + (v_booking.known ->> 'start_time')::time) <= v_now;
    -- A visitor with an open proposal expects no call, so its status and location do not matter.
    continue when private.has_open_proposal(v_booking) and not difference && '{cancelled,restored,time}';
    id := v_booking.id;
    -- Leaves out a mail whose lease has ended, because it may never be tried again.
    waits := exists (
      select from private.outbox o left join private.letters l on l.event_id = o.letter_id
      where o.request_id = v_booking.id and o.recipient = 'visitor' and o.sent_at is null and o.given_up_at is null
        and (o.lease_until > now()) is not false
        and (o.kind = 'call' or l.state is not null and private.difference(l.state, find_untold.state) = '{}'));
    continue when difference = '{first}' and waits;
    return next;
  end loop;
end
$$;

create or replace function public.get_calls_to_tell() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', case when b.status = 'cancelled' then b.cancel_message end,
      'revision', b.revision, 'state', c.state, 'known', c.known - '{at,link_version,sequence}'::text[],
      'difference', to_jsonb(c.difference), 'waits', c.waits) order by b.period, b.created_at), '[]')
    from (select * from private.find_untold() limit 500) c join public.bookings b on b.id = c.id);
end
$$;

create or replace function public.set_known(p_booking_ids uuid[], p_seen jsonb) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_state jsonb;
  v_is_left boolean;
  v_revision integer;
  v_result jsonb := '{}';
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and p_seen ? b.id::text and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
      'end_time', to_char(s.end_time, 'HH24:MI'), 'location', left(s.location, 500), 'wording', left(s.wording, 1000))
    into v_state from jsonb_to_record(p_seen -> v_booking.id::text)
      s (status text, date date, start_time time, end_time time, location text, wording text);
    v_is_left := private.difference(v_state, private.call_state(v_booking)) <> '{}';
    v_revision := null;
    -- Does not replace a newer bookings.known.
    if private.difference(v_booking.known, v_state) <> '{}'
      and ((v_booking.known ->> 'at')::timestamptz <= now()) is not false
    then
      v_state := v_state || jsonb_build_object('at', now());
      v_revision := (private.act(v_booking.id, 'told', jsonb_build_object('known', v_state))).revision;
      -- The visitor still needs the calendar file.
      perform private.keep_call_mail(v_booking.id);
      if v_is_left then
        perform private.update_call_mail(v_booking.id);
      end if;
    end if;
    v_result := v_result
      || jsonb_build_object(v_booking.id::text, jsonb_build_object('revision', v_revision, 'is_left', v_is_left));
  end loop;
  return v_result;
end
$$;

create or replace function public.export_requests(
  p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 500
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_zone constant text := private.studio_zone();
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'kind', r.kind, 'status', r.status,
      'created', to_char(r.created_at at time zone v_zone, 'YYYY-MM-DD HH24:MI'), 'created_at', r.created_at,
      'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'phone', b.phone,
      'message', coalesce(b.message, i.message), 'package', coalesce(b.package, i.package),
      'fit', coalesce(b.fit, i.fit), 'price_seen', coalesce(b.price_seen, i.price_seen),
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'starts_at', lower(b.period) at time zone v_zone, 'ends_at', upper(b.period) at time zone v_zone,
      'date', b.date, 'location', b.location, 'cancel_reason', b.cancel_reason, 'cancel_message', b.cancel_message,
      'owner', u.email, 'outcome', r.outcome, 'outcome_reason', r.outcome_reason)
      order by r.created_at desc, r.id), '[]')
    from (
      select * from public.requests q
      -- Compares created_at twice, so that the index scan begins at p_before and not at the newest request.
      where p_before is null or q.created_at <= p_before and (q.created_at < p_before or q.id > p_before_id)
      order by q.created_at desc, q.id
      limit least(p_limit, 500)
    ) r
    left join public.bookings b on b.id = r.id
    left join public.inquiries i on i.id = r.id
    left join auth.users u on u.id = r.owner);
end
$$;

create or replace trigger bookings_before before insert or update on public.bookings
for each row execute function private.prepare_request();
create or replace trigger inquiries_before before insert or update on public.inquiries
for each row execute function private.prepare_request();
create or replace trigger bookings_after after insert or update or delete on public.bookings
for each row execute function private.follow_request();
create or replace trigger inquiries_after after insert or update or delete on public.inquiries
for each row execute function private.follow_request();
end
$step$;

-- The same functions with other line breaks

create or replace function private.fold_text(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when octet_length(p_text) = char_length(p_text) then lower(p_text)
    else lower(regexp_replace(
      translate(normalize(p_text, NFD),
        U&'\2018\2019\201B\02BB\02BC\2032\FF07\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D',
        '''''''''''''''----------'),
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F'
      '\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+', '', 'g'))
  end
$$;

create or replace function public.set_site_key(p_hash text, p_only boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_hash !~ '^[0-9a-f]{64}$' is not false then
    raise invalid_parameter_value using message = 'invalid_key_hash', hint = 'A SHA-256 as 64 hexadecimal digits.';
  end if;
  insert into private.site_keys (key_hash, stored_at)
  -- Gives the new key the latest stored_at, even if the clock has not moved.
  select decode(p_hash, 'hex'), greatest(clock_timestamp(), max(k.stored_at) + interval '1 microsecond')
  from private.site_keys k
  on conflict (key_hash) do update set stored_at = excluded.stored_at;
  delete from private.site_keys
  where key_hash not in (
    select k.key_hash from private.site_keys k order by k.stored_at desc limit case when p_only then 1 else 2 end
  );
end
$$;

create or replace function public.record_password(
  p_site_key text, p_email text, p_address inet default null, p_device text default null, p_new_device text default null
) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_user uuid := private.find_user(p_email);
  v_device text := p_device;
  v_places bytea[];
begin
  perform private.require_site_key(p_site_key);
  v_places := array[private.hash_device(p_device), private.hash_address(p_address)];
  -- A successful attempt does not count.
  delete from private.password_tries
  where id = (
    select t.id from private.password_tries t
    where t.email_hash = private.keyed_hash('sign-in ' || lower(btrim(p_email)))
      and (t.place_hash is null or t.place_hash = any (v_places))
    order by t.place_hash is null, t.tried_at desc, t.id desc limit 1);
  if v_user is null then
    return null;
  end if;
  -- Replaces a cookie that no account knows, because an attacker may have set it.
  if not exists (
    select 1 from private.sign_in_places p where p.place_hash = private.hash_device(p_device) and p.expires_at > now()
  ) then
    v_device := p_new_device;
  end if;
  insert into private.sign_in_places (user_id, place_hash, expires_at)
  select v_user, place.hash, now() + place.span
  from (values
    (private.hash_device(v_device), interval '180 days'),
    (private.hash_address(p_address), interval '30 days')
  ) place (hash, span)
  where place.hash is not null
  on conflict (user_id, place_hash) do update set expires_at = excluded.expires_at;
  delete from private.sign_in_places p
  where p.expires_at <= now() or (p.user_id, p.place_hash) in (
    select o.user_id, o.place_hash from private.sign_in_places o
    where o.user_id = v_user order by o.expires_at desc, o.place_hash offset 10);
  return v_device;
end
$$;

create or replace function private.call_location(p_location text, p_phone text, p_room text) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_location is not null then
      jsonb_build_object('text', p_location, 'url', substring(p_location from 'https?://\S+'))
    when s.location_kind = 'video' then
      jsonb_build_object('text', s.location_name, 'url', replace(s.location_url, '{call}', coalesce(p_room, '{call}')))
    else jsonb_build_object('text', 'We ring you' || coalesce(' on ' || p_phone, ''), 'url', null)
  end
  from private.studio_settings s
$$;

create or replace function private.settings_json() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'location', jsonb_strip_nulls(jsonb_build_object(
      'kind', s.location_kind, 'name', s.location_name, 'url', s.location_url)),
    'is_sample', s.location_is_sample,
    'day_before', s.reminds_day_before, 'hour_before', s.reminds_hour_before, 'notice_hours', s.notice_hours,
    'first_steps_put_away', s.first_steps_put_away, 'samples_seen', s.samples_seen)
  from private.studio_settings s
$$;

create or replace function public.set_settings(p_changes jsonb, p_seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now jsonb;
begin
  perform private.require_admin();
  perform 1 from private.studio_settings for no key update;
  v_now := private.settings_json();
  if exists (
    select from jsonb_each(p_changes) c
    where v_now -> c.key is distinct from p_seen -> c.key
      -- Accepts a setting that already has the wanted value, as after a lost response.
      and not v_now -> c.key @> c.value)
  then
    raise exception using message = 'settings_changed';
  end if;
  update private.studio_settings
  set reminds_day_before = coalesce((p_changes ->> 'day_before')::boolean, reminds_day_before),
    reminds_hour_before = coalesce((p_changes ->> 'hour_before')::boolean, reminds_hour_before),
    notice_hours = coalesce((p_changes ->> 'notice_hours')::smallint, notice_hours),
    first_steps_put_away = coalesce((p_changes ->> 'first_steps_put_away')::boolean, first_steps_put_away),
    samples_seen = coalesce((p_changes ->> 'samples_seen')::boolean, samples_seen);
  if p_changes ? 'location' then
    update private.studio_settings
    set location_kind = p_changes #>> '{location,kind}', location_is_sample = false,
      -- 'phone' keeps the former room.
      location_name = coalesce(p_changes #>> '{location,name}', location_name),
      location_url = coalesce(p_changes #>> '{location,url}', location_url),
      location_changed_at =
        case when v_now -> 'location' @> (p_changes -> 'location') then location_changed_at else now() end;
  end if;
end
$$;

create or replace function private.is_on_closed_date(p_date date, p_time_slot_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.closed_dates c where c.date = p_date)
    and not exists (
      select from public.availability a
      where (a.date, a.time_slot_id) = (p_date, p_time_slot_id) and a.overrides_closure)
$$;

create or replace function public.claim_calendar(p_site_key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_calendar private.calendars;
begin
  perform private.require_site_key(p_site_key);
  update private.calendars set lease = gen_random_uuid(), lease_until = now() + interval '1 minute'
  where id = (
    select c.id from private.calendars c
    where c.send_after <= now() and (c.lease_until is null or c.lease_until <= now())
    order by c.send_after, c.id
    limit 1
    for update skip locked)
  returning * into v_calendar;
  return case when found then jsonb_build_object(
    'id', v_calendar.id, 'lease', v_calendar.lease, 'address', v_calendar.address,
    'all_day_busy', v_calendar.all_day_busy) end;
end
$$;

create or replace function public.finish_calendar(
  p_site_key text, p_id uuid, p_lease uuid, p_busy text default null, p_has_events boolean default null,
  p_error text default null, p_address text default null, p_unread jsonb default '{"count": 0, "first": []}'
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_calendar private.calendars;
  v_error text;
begin
  perform private.require_site_key(p_site_key);
  select * into v_calendar from private.calendars c
  where c.id = p_id and c.lease = p_lease and c.lease_until > now() for update;
  if not found then
    raise exception using message = 'not_leased';
  end if;
  v_error := case
    when p_error is not null then p_error
    when p_busy is null or p_has_events is null then 'reader'
    when v_calendar.has_events and not p_has_events then 'empty'
  end;
  update private.calendars c
  set lease = null, lease_until = null, send_after = now() + interval '10 minutes', last_error = v_error,
    address = coalesce(p_address, c.address),
    failing_since = case when v_error is not null then coalesce(c.failing_since, now()) end,
    last_good_at = case when v_error is null then now() else c.last_good_at end,
    known_until = case when v_error is null then private.studio_today() + 397 else c.known_until end,
    has_events = case when v_error is null then p_has_events else c.has_events end,
    busy = case when v_error is null then p_busy::tstzmultirange else c.busy end,
    unread = case when v_error is null then p_unread else c.unread end
  where c.id = p_id;
  return v_error;
end
$$;

create or replace function private.email_of(p_request_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    (select b.email from public.bookings b where b.id = p_request_id),
    (select i.email from public.inquiries i where i.id = p_request_id));
end
$$;

create or replace function private.is_real(p_starts timestamp, p_ends timestamp) returns boolean
language sql stable set search_path = ''
as $$
  select p_starts = starts at time zone private.studio_zone() and p_ends = ends at time zone private.studio_zone()
    and p_ends - p_starts = ends - starts
  from (
    select p_starts at time zone private.studio_zone() as starts, p_ends at time zone private.studio_zone() as ends
  ) instant
$$;

create or replace function private.slots_between(p_from date, p_to date, p_only_free boolean default false)
returns table (
  date date, id uuid, start_time time, end_time time, is_available boolean, is_offered boolean, is_booked boolean,
  is_busy boolean
)
language sql stable set search_path = ''
as $$
  with days as materialized (
    select p_from + n as date, private.weekday(p_from + n) as day_of_week, closed.date is not null as is_closed,
      -- False on a date with a clock change: only such a date has times that do not exist.
      (p_from + n + 1)::timestamp at time zone private.studio_zone()
        - (p_from + n)::timestamp at time zone private.studio_zone() = interval '24 hours' as is_whole
    from generate_series(0, p_to - p_from) n left join public.closed_dates closed on closed.date = p_from + n
  ),
  exceptions as (
    select a.date, a.time_slot_id, a.is_available, a.overrides_closure
    from public.availability a where a.date between p_from and p_to
  ),
  slots as (
    select d.date, d.is_whole, r.time_slot_id,
      case when d.is_closed then coalesce(e.overrides_closure, false) else coalesce(e.is_available, r.is_available) end
        as is_available
    from days d
    join public.recurring_availability r using (day_of_week) left join exceptions e using (date, time_slot_id)
    union all
    -- The one-off slots of a date, which its weekday does not have.
    select d.date, d.is_whole, e.time_slot_id, case when d.is_closed then e.overrides_closure else e.is_available end
    from exceptions e join days d using (date)
    where not exists (
      select 1 from public.recurring_availability r
      where r.day_of_week = d.day_of_week and r.time_slot_id = e.time_slot_id)
  ),
  busy as materialized (
    -- One multirange for the whole span, so that the overlap index is read once, and not for each slot.
    select coalesce(range_agg(b.period), '{}'::tsmultirange) as periods
    from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1)
  ),
  calendars as materialized (
    -- Null if there is no calendar, so that each slot then costs only a null check.
    select range_agg(c.busy * tstzmultirange(span)) as busy, min(c.known_until) as known_until,
      private.studio_zone() as zone
    from private.calendars c
    cross join tstzrange(p_from::timestamp at time zone private.studio_zone(),
      (p_to + 1)::timestamp at time zone private.studio_zone()) span
  )
  select date, s.id, s.start_time, s.end_time, slots.is_available, state.is_offered, state.is_booked, state.is_busy
  from slots join public.time_slots s on s.id = time_slot_id cross join busy cross join calendars
  cross join lateral (
    select
      slots.is_available and (slots.is_whole or private.is_real(date + s.start_time, date + s.end_time)) as is_offered,
      busy.periods && tsrange(date + s.start_time, date + s.end_time) as is_booked,
      calendars.busy is not null and (date > calendars.known_until or calendars.busy && tstzrange(
        -- In the skipped hour an end can come before its start.
        least((date + s.start_time) at time zone calendars.zone, (date + s.end_time) at time zone calendars.zone),
        greatest((date + s.start_time) at time zone calendars.zone, (date + s.end_time) at time zone calendars.zone)))
          as is_busy
  ) state
  where not p_only_free or state.is_offered and not state.is_booked and not state.is_busy
$$;

create or replace function private.notice_until() returns timestamp
language sql stable set search_path = ''
as $$
  select (now() + s.notice_hours * interval '1 hour') at time zone private.studio_zone() from private.studio_settings s
$$;

create or replace function public.get_days(p_from date, p_to date)
returns table (
  date date, free integer, taken integer, busy integer, booked integer, off integer, is_closed boolean, reason text,
  is_changed boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  return query
    select p_from + n, coalesce(slots.free, 0), coalesce(slots.taken, 0), coalesce(slots.busy, 0),
      coalesce(calls.booked, 0), coalesce(slots.off, 0), closed.date is not null, closed.reason,
      closed.date is not null or exists (select 1 from public.availability a where a.date = p_from + n)
    from generate_series(0, p_to - p_from) n
    left join (
      select s.date,
             count(*) filter (where ahead.is_open and not s.is_busy)::integer as free,
             count(*) filter (where ahead.is_open and s.is_busy)::integer as busy,
             count(*) filter (where s.is_offered and s.is_booked)::integer as taken,
             count(*) filter (where not s.is_available)::integer as off
      from private.slots_between(p_from, p_to) s
      cross join lateral (
        select s.is_offered and not s.is_booked
          and s.date + s.start_time > now() at time zone private.studio_zone() as is_open
      ) ahead
      group by s.date
    ) slots on slots.date = p_from + n
    left join (
      select b.date, count(*)::integer as booked from public.bookings b
      where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1) group by b.date
    ) calls on calls.date = p_from + n
    left join public.closed_dates closed on closed.date = p_from + n
    order by 1;
end
$$;

create or replace function public.get_affected_bookings(
  p_from date, p_to date default null, p_day_of_week integer default null, p_time_slot_ids uuid[] default null
)
returns table (id uuid, name text, date date, start_time text, end_time text, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select b.id, b.name, b.date, to_char(lower(b.period), 'HH24:MI'), to_char(upper(b.period), 'HH24:MI'),
      count(*) over ()
    from public.bookings b
    where b.status <> 'cancelled'
      and b.period && tsrange(greatest(p_from, private.studio_today()), p_to + 1)
      and upper(b.period) > now() at time zone private.studio_zone()
      and (p_day_of_week is null or private.weekday(b.date) = p_day_of_week)
      and (p_time_slot_ids is null or exists (
        select 1 from public.time_slots s
        where s.id = any (p_time_slot_ids) and b.period && tsrange(b.date + s.start_time, b.date + s.end_time)
          -- A date with an exception for this slot does not depend on the weekday.
          and (p_day_of_week is null or not exists (
            select 1 from public.availability a where a.date = b.date and a.time_slot_id = s.id))))
    order by b.period
    limit 500;
end
$$;

create or replace function public.close_dates(p_from date, p_to date, p_reason text default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_reason text := nullif(btrim(p_reason), '');
  v_open integer;
begin
  perform private.require_admin();
  perform private.check_dates(p_from, p_to);
  if char_length(v_reason) > 200 or not private.is_clean_text(v_reason) then
    raise exception using message = 'reason_invalid', hint = 'At most 200 characters, on one line.';
  end if;
  v_open :=
    p_to - p_from + 1 - (select count(*)::integer from public.closed_dates c where c.date between p_from and p_to);
  insert into public.closed_dates (date, reason)
  select p_from + n, v_reason from generate_series(0, p_to - p_from) n
  on conflict (date) do update set reason = coalesce(excluded.reason, public.closed_dates.reason);
  update public.availability set overrides_closure = false where date between p_from and p_to and overrides_closure;
  return v_open;
end
$$;

create or replace function public.replace_recurring_availability(p_day_of_week integer, p_time_slot_ids uuid[], p_seen_ids uuid[])
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_wanted uuid[] := array(select distinct id from unnest(p_time_slot_ids) id order by id);
  v_seen uuid[] := array(select distinct id from unnest(p_seen_ids) id order by id);
  v_stored uuid[];
begin
  perform private.require_admin();
  -- Blocks other writes between the check and the change.
  lock table public.recurring_availability in share row exclusive mode;
  v_stored := array(
    select r.time_slot_id from public.recurring_availability r where r.day_of_week = p_day_of_week order by 1);
  -- The weekday already has these slots, as after a lost response.
  if v_stored = v_wanted then
    return;
  end if;
  if v_stored <> v_seen then
    raise exception using message = 'weekday_changed', detail = to_jsonb(v_stored)::text;
  end if;
  delete from public.recurring_availability
  where day_of_week = p_day_of_week and time_slot_id <> all (v_wanted);
  insert into public.recurring_availability (day_of_week, time_slot_id)
  select p_day_of_week, unnest(v_wanted)
  on conflict do nothing;
end
$$;

create or replace function private.check_sender(p_name text, p_email text, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  -- The Unicode property Default_Ignorable_Code_Point, for a bracket expression.
  v_ignored constant text :=
    '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff';
  -- Every Unicode space, and the blank Braille pattern.
  v_blank constant text := ' \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800';
begin
  if coalesce(char_length(p_name), 0) not between 1 and 100 then
    raise exception using message = 'invalid_name';
  end if;
  if coalesce(char_length(p_email), 0) not between 1 and 254 then
    raise exception using message = 'invalid_email';
  end if;
  if p_message is not null and char_length(p_message) not between 1 and 5000 then
    raise exception using message = 'invalid_message';
  end if;
  -- Checks the lengths before the patterns, so that no pattern runs on long text.
  if not private.is_clean_text(p_name) or p_name !~ ('[^' || v_blank || v_ignored || ']') then
    raise exception using message = 'invalid_name';
  end if;
  if p_email !~ '^[^\s@.]+(\.[^\s@.]+)*@([a-zA-Z0-9\u0080-\U0010FFFF-]+\.)+[a-zA-Z0-9\u0080-\U0010FFFF-]{2,}$'
     or p_email ~ '\s' or position('@' in p_email) > 65 or not private.is_clean_text(p_email)
     or p_email is not nfkc normalized or p_email ~ '["(),:;<>\\\[\]\u3002]'
     or private.is_erased(p_email)
     or p_email ~ ('[' || v_ignored || ']')
  then
    raise exception using message = 'invalid_email';
  end if;
  if not private.is_clean_text(p_message, true) then
    raise exception using message = 'invalid_message';
  end if;
end
$$;

create or replace function private.can_undo_offer_act(p_offer_id uuid) returns boolean
language sql set search_path = ''
as $$
  select exists (
    select from public.offer_acceptances a
    where a.offer_id = p_offer_id and private.undone_until(a) > clock_timestamp())
$$;

create or replace function private.delete_old_mails() returns void
language sql set search_path = ''
as $$
  delete from private.outbox
  where id in (
    select o.id from private.outbox o where o.due_at < now() - interval '30 days' for no key update skip locked)
$$;

create or replace function private.detach_letter(p_mail private.outbox, p_error text) returns private.outbox
language plpgsql set search_path = ''
as $$
begin
  if p_mail.kind = 'call' and p_mail.letter_id is not null and p_error is not null then
    update private.outbox set letter_id = null where id = p_mail.id;
    insert into private.outbox
      (request_id, recipient, kind, letter_id, due_at, send_after, given_up_at, may_have_arrived, last_error)
    values (p_mail.request_id, 'visitor', 'reply', p_mail.letter_id, p_mail.due_at, p_mail.due_at, now(),
      p_mail.may_have_arrived or p_mail.lease is not null, p_error);
    p_mail.letter_id := null;
  end if;
  return p_mail;
end
$$;

create or replace function private.write_call_mail(
  p_booking_id uuid, p_due_at timestamptz, p_act text default null, p_letter_id bigint default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.delete_old_mails();
  perform private.detach_letter(o, 'changed_meanwhile') from private.outbox o
  where o.request_id = p_booking_id and o.sent_at is null and o.given_up_at is null and o.lease is null
    and (o.may_have_arrived or p_letter_id is not null);
  update private.outbox
  set act = case
      when act = 'booked' and p_act = 'moved' or p_act = 'pressed' then coalesce(act, p_act)
      else coalesce(p_act, act) end,
    must_send = must_send or coalesce(p_act <> 'kept', false), letter_id = coalesce(p_letter_id, letter_id),
    due_at = p_due_at, attempts = 0,
    -- After a failed attempt, keeps the later send_after, except for a visitor's own act.
    send_after = case
      when p_act in ('booked', 'moved', 'cancelled') or attempts = 0 then p_due_at
      else greatest(send_after, p_due_at) end
  where request_id = p_booking_id and kind = 'call' and is_waiting;
  if not found then
    -- Gives up a failed mail that has an earlier attempt with an unknown result: the new mail replaces it.
    with lost as (
      update private.outbox set given_up_at = now(), dismissed_at = now()
      where request_id = p_booking_id and kind = 'call' and may_have_arrived and sent_at is null and given_up_at is null
        and lease is null
      returning must_send)
    insert into private.outbox (request_id, recipient, kind, due_at, send_after, act, letter_id, must_send)
    values (p_booking_id, 'visitor', 'call', p_due_at, p_due_at, p_act, p_letter_id,
      coalesce(p_act <> 'kept', false) or coalesce((select bool_or(l.must_send) from lost l), false));
  end if;
end
$$;

create or replace function private.set_turn(
  p_request public.requests, p_reason text, p_theirs_from timestamptz default null,
  p_ours_from timestamptz default 'infinity', p_over_from timestamptz default 'infinity'
) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
begin
  p_request.turn_reason := p_reason;
  p_request.theirs_from := p_theirs_from;
  p_request.ours_from := p_ours_from;
  p_request.over_from := p_over_from;
  p_request.due_at := case
    when p_ours_from = 'infinity' then 'infinity'
    when p_theirs_from is not null then greatest(p_ours_from, v_starts)
    -- The site promises visitors an answer within this time: ANSWER_HOURS in lib/content/studio.ts.
    else least(p_ours_from + interval '24 hours', case when v_starts > p_ours_from then v_starts end)
  end;
  return p_request;
end
$$;

create or replace function private.has_open_proposal(p_booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_booking.status <> 'cancelled' and coalesce((
    select l.link_version = p_booking.link_version and not exists (
      select from private.outbox o
      where o.letter_id = l.event_id and o.given_up_at is not null and not o.may_have_arrived
        and o.last_error is distinct from 'unanswered')
    from public.request_events e join private.letters l on l.event_id = e.id
    where e.request_id = p_booking.id and l.kind = 'propose' and l.sequence = p_booking.calendar_sequence
    order by e.id desc limit 1), false);
end
$$;

create or replace function private.deciding_event(p_request public.requests) returns public.request_events
language plpgsql stable set search_path = ''
as $$
declare
  v_newest public.request_events;
  v_first public.request_events;
  v_answered bigint;
  v_offered bigint;
begin
  select * into v_newest from public.request_events e
  where e.request_id = p_request.id and e.turn is not null
    and (e.turn = 'asks' or e.kind = 'took_time' or coalesce(e.after ->> 'status', p_request.status) = p_request.status)
    and (e.kind <> 'outcome' or p_request.status = 'confirmed' and p_request.outcome is not null)
    and not private.is_undone(e.id)
  order by e.id desc limit 1;
  if v_newest.turn is distinct from 'asks' then
    return v_newest;
  end if;
  select max(e.id) into v_answered from public.request_events e
  where e.request_id = p_request.id and e.id < v_newest.id and e.turn <> 'asks' and not private.is_undone(e.id);
  select max(e.id) into v_offered from public.request_events e
  where e.request_id = p_request.id and e.id > coalesce(v_answered, 0) and e.kind in ('accepted', 'declined')
    and not private.is_undone(e.id)
    and not exists (
      select from public.request_events q
      where q.request_id = p_request.id and q.id > coalesce(v_answered, 0) and q.id < e.id
        and q.turn = 'asks' and q.kind not in ('accepted', 'declined') and not private.is_undone(q.id)
        and q.at > (
          select max(v.sent_at) from public.offers o join public.offer_versions v on v.offer_id = o.id
          where o.request_id = p_request.id));
  select * into v_first from public.request_events e
  where e.request_id = p_request.id and e.id > greatest(v_answered, v_offered, 0) and e.id < v_newest.id
    and e.turn = 'asks' and not private.is_undone(e.id)
  order by e.id limit 1;
  return case when v_first.id is null then v_newest else v_first end;
end
$$;

create or replace function private.update_turn(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_old public.requests;
  v_new public.requests;
  v_booking public.bookings;
  v_closed_at timestamptz;
begin
  select * into v_old from public.requests r where r.id = p_id for no key update;
  select * into v_booking from public.bookings b where b.id = p_id;
  -- Waits for a session that is closing or opening dates: this one does not see its change yet.
  if v_booking.status = 'confirmed' then
    perform pg_advisory_xact_lock_shared(9, 0);
  end if;
  select c.closed_at into v_closed_at from public.closed_dates c
  where c.date = v_booking.date and v_booking.status = 'confirmed'
    and private.is_on_closed_date(v_booking.date, v_booking.time_slot_id) and not private.is_kept(p_id);
  v_new := private.with_turn(v_old, private.is_erased(private.email_of(p_id)), private.has_open_proposal(v_booking),
    v_closed_at, private.deciding_event(v_old));
  if v_new is distinct from v_old then
    update public.requests
    set turn_reason = v_new.turn_reason, theirs_from = v_new.theirs_from, ours_from = v_new.ours_from,
      over_from = v_new.over_from, due_at = v_new.due_at
    where id = p_id;
  end if;
end
$$;

create or replace function private.call_state(p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', p_booking.status, 'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'),
    'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'location', case when p_booking.status = 'confirmed' then p_booking.location end,
    'wording', case when p_booking.status = 'confirmed' then
      private.location_wording(p_booking.location, p_booking.phone, p_booking.room) end);
end
$$;

create or replace function private.difference(p_known jsonb, p_state jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_status constant text := p_state ->> 'status';
  v_known_status constant text := p_known ->> 'status';
  v_difference text[] := '{}';
begin
  if p_known is null then
    return case when v_status = 'cancelled' then '{}' else '{first}' end::text[];
  end if;
  if v_status = 'cancelled' then
    if v_known_status = 'cancelled' then
      return '{}';
    end if;
    v_difference := '{cancelled}';
  elsif v_known_status = 'cancelled' then
    v_difference := '{restored}';
  elsif v_known_status is distinct from v_status then
    v_difference := '{status}';
  end if;
  if (p_known -> 'date', p_known -> 'start_time', p_known -> 'end_time')
    is distinct from (p_state -> 'date', p_state -> 'start_time', p_state -> 'end_time')
  then
    v_difference := v_difference || text 'time';
  end if;
  if v_status = 'confirmed' and v_known_status = 'confirmed'
    and p_known -> 'wording' is distinct from p_state -> 'wording'
  then
    v_difference := v_difference
      || case when p_known -> 'location' is distinct from p_state -> 'location' then text 'location' else 'usual' end;
  end if;
  return v_difference;
end
$$;

create or replace function private.needs_call_mail(p_booking public.bookings, p_except uuid default null) returns boolean
language sql stable set search_path = ''
as $$
  select private.needs_mail(
    private.difference(private.presumed_known(p_booking, p_except), private.call_state(p_booking)))
$$;

create or replace function private.call_mail_kind(p_difference text[], p_status text, p_act text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_status = 'cancelled' then 'cancelled'
    when 'time' = any (p_difference) then 'moved' -- by the studio
    when p_act = 'kept' and p_status = 'confirmed' and not p_difference && '{first,restored}' then 'kept'
    when p_difference && '{first,restored,status}' then
      case p_status when 'pending' then 'received' else 'confirmed' end
    when p_difference && '{location,usual}' then 'location'
    when p_status = 'confirmed' then 'confirmed'
    when p_act = 'moved' then 'moved'
    else 'received'
  end
$$;

create or replace function private.drop_unneeded_mail(p_booking_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox o where o.request_id = p_booking_id and o.is_waiting and private.is_unneeded(o);
end
$$;

create or replace function private.update_call_mail(p_booking_id uuid, p_is_change boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_waiting private.outbox;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found or private.is_erased(v_booking.email) then
    return;
  end if;
  select * into v_waiting from private.outbox o where o.request_id = p_booking_id and o.kind = 'call' and o.is_waiting;
  if v_waiting.must_send or v_waiting.letter_id is not null
    or private.needs_call_mail(v_booking) and private.starts_at(v_booking) > now()
      and not private.has_open_proposal(v_booking)
  then
    if p_is_change or v_waiting.id is null then
      perform private.write_call_mail(p_booking_id, now() + case
        -- Mails at once, because the visitor may have given up on a call that begins soon.
        when v_booking.status = 'confirmed' and v_booking.known ->> 'status' is distinct from 'confirmed'
          and private.starts_at(v_booking) <= now() + interval '3 hours' then interval '0'
        else interval '60 seconds' end);
    end if;
  else
    delete from private.outbox where id = v_waiting.id;
  end if;
end
$$;

create or replace function private.mail_new_address(p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.detach_letter(o, 'address_changed') from private.outbox o
  where o.request_id = p_new.id and o.is_waiting;
  perform private.drop_mails(p_new.id, 'visitor', '{call}');
  if p_new.status <> 'cancelled' then
    perform private.write_call_mail(p_new.id, now(), 'booked');
  end if;
  if not public.is_admin() then
    perform private.write_mail(p_new.id, 'studio', 'received');
  end if;
end
$$;

create or replace function private.delete_mails_and_log(p_id uuid, p_with_log boolean) returns void
language sql set search_path = ''
as $$
  delete from private.outbox
  where request_id = p_id
    and not (recipient = 'studio' and (kind = 'cancelled' and sent_at is null or kind = 'still_pending'));
  update private.outbox set lease = null, lease_until = null where request_id = p_id and sent_at is null and p_with_log;
  delete from public.request_events where request_id = p_id and p_with_log
$$;

create or replace function private.check_seen(p_id uuid, p_revision integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_revision is null or exists (
    select from public.request_events e
    where e.request_id = p_id and e.revision > p_revision and e.actor <> private.actor()
      and e.kind not in ('told', 'link_copied'))
  then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

create or replace function private.act(
  p_id uuid, p_kind text, p_changes jsonb default '{}', p_what text default null, p_form_id uuid default null,
  p_seen integer default null, p_until timestamptz default null, p_undoes bigint default null
) returns public.request_events
language plpgsql set search_path = ''
as $$
declare
  v_event public.request_events;
  v_before jsonb;
  v_changed jsonb;
  v_act jsonb;
  v_constraint text;
begin
  perform private.lock_request(p_id);
  v_event := private.event_of_form(p_form_id, p_id);
  if v_event.id is not null then
    return v_event;
  end if;
  if p_seen is not null then
    perform private.check_seen(p_id, p_seen);
  end if;
  select jsonb_build_object('owner', r.owner, 'outcome', r.outcome, 'known', b.known) into v_before
  from public.requests r left join public.bookings b on b.id = r.id where r.id = p_id;
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') into v_changed from jsonb_each(p_changes) c
  where v_before ? c.key and c.value is distinct from v_before -> c.key;
  select coalesce(jsonb_object_agg(b.key, b.value), '{}') into v_before from jsonb_each(v_before) b
  where v_changed ? b.key;
  v_act := jsonb_build_object('id', gen_random_uuid(), 'kind', p_kind, 'what', p_what, 'form_id', p_form_id,
    'waits_until', p_until, 'undoes', p_undoes, 'before', v_before, 'after', v_changed);

  update public.bookings b set (status, date, time_slot_id, location, calendar_sequence, known, act) = (
    select n.status, n.date, n.time_slot_id, n.location, n.calendar_sequence,
      case when p_undoes is null then b.known else n.known end, v_act
    from jsonb_populate_record(b, p_changes) n)
  where b.id = p_id and not private.is_erased(b.email);
  if not found then
    update public.inquiries i set (status, act) = (select n.status, v_act from jsonb_populate_record(i, p_changes) n)
    where i.id = p_id and not private.is_erased(i.email);
    if not found then
      raise exception using message = 'request_gone';
    end if;
  end if;
  update public.bookings set known = nullif(v_changed -> 'known', 'null')
  where id = p_id and v_changed ? 'known' and p_undoes is null;
  update public.requests r set (owner, outcome, outcome_reason) = (
    select n.owner, n.outcome,
      case when p_changes ? 'outcome' then p_changes ->> 'outcome_reason' else r.outcome_reason end
    from jsonb_populate_record(r, p_changes - '{status,starts}'::text[]) n)
  where r.id = p_id and p_changes ?| '{owner,outcome}';
  -- The trigger has computed the turn with the former outcome.
  perform private.update_turn(p_id) where p_changes ? 'outcome';
  select * into v_event from public.request_events e where e.request_id = p_id order by e.id desc limit 1;
  return v_event;
exception
  when unique_violation then
    get stacked diagnostics v_constraint = constraint_name;
    -- An act on another request used this form id at the same moment.
    if v_constraint = 'request_events_form' then
      raise exception using message = 'form_used';
    end if;
    raise;
end
$$;

create or replace function private.undo_changes(p_event public.request_events) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_now jsonb;
  v_changed text[];
  v_about text[];
  v_left text[];
begin
  select jsonb_build_object('status', r.status, 'owner', r.owner, 'outcome', r.outcome, 'known', b.known)
    || case when b.id is null then '{}'
      else jsonb_build_object('date', b.date, 'time_slot_id', b.time_slot_id, 'location', b.location) end
  into v_now from public.requests r left join public.bookings b on b.id = r.id where r.id = p_event.request_id;
  v_changed := array(select k from jsonb_object_keys(p_event.before) k where v_now ? k);
  -- Many acts change owner, outcome or known as a side effect; only the kinds 'owner', 'outcome' and 'told' are about
  -- them.
  v_about := array(
    select k from unnest(v_changed) k
    where k not in ('owner', 'outcome', 'known')
      or (p_event.kind, k) in (('owner', 'owner'), ('outcome', 'outcome'), ('told', 'known')));
  v_left := array(
    select k from unnest(v_changed) k
    where v_now -> k is distinct from p_event.after -> k or exists (
      select from public.request_events e
      where e.request_id = p_event.request_id and e.id > p_event.id and e.after ? k and e.undoes is null
        and not private.is_undone(e.id)));
  if v_about && v_left then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(k, p_event.before -> k), '{}') from unnest(v_changed) k where k <> all (v_left));
end
$$;

create or replace function private.take_back(p_event public.request_events, p_changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_letter private.letters;
begin
  update private.outbox set letter_id = null where letter_id = p_event.id and kind = 'call';
  delete from private.letters l where l.event_id = p_event.id returning * into v_letter;
  with acceptance as (
    delete from public.offer_acceptances a using public.offers o
    where o.request_id = p_event.request_id and (a.offer_id, a.revision) = (o.id, p_event.revision)
    returning a.offer_id
  )
  delete from private.outbox m using acceptance a
  where (m.offer_id, m.kind) = (a.offer_id, 'offer_accepted') and m.is_waiting;
  if p_event.after ? 'known' then
    update private.outbox set must_send = coalesce(act <> 'kept', false)
    where request_id = p_event.request_id and kind = 'call' and is_waiting;
  end if;
  if (p_event.kind, p_event.what) = ('kept', 'asked') then
    -- A newer file of the calendar event needs a higher SEQUENCE.
    select p_changes || jsonb_build_object('calendar_sequence', b.calendar_sequence + 1) into p_changes
    from public.bookings b where b.id = p_event.request_id;
  end if;
  perform private.act(p_event.request_id, 'undone', p_changes,
    case when v_letter.event_id is null then p_event.kind else 'reply' end, p_undoes => p_event.id);
  if p_event.kind = 'kept' and (p_event.what = 'asked' or p_event.before ? 'status') then
    perform private.reopen_proposal(p_event);
  end if;
  if v_letter.kind = 'propose' then
    perform private.update_call_mail(p_event.request_id);
  end if;
  perform private.drop_unneeded_mail(p_event.request_id);
end
$$;

create or replace function private.undo_refusal(p_event public.request_events) returns text
language sql set search_path = ''
as $$
  select case
    when p_event.id is null then 'request_gone'
    when p_event.actor = 'visitor' then 'visitors_act'
    when p_event.actor = 'database' then 'act_of_database'
    when private.undone_until(a) <= clock_timestamp() then 'minute_over'
    when a.offer_id is not null then null
    when p_event.kind = 'undone' then 'is_undo'
    when p_event.before is null and p_event.turn is null then 'nothing_to_undo'
    when p_event.kind in ('offer', 'offered', 'withdrawn', 'accepted') and l.event_id is null then 'nothing_to_undo'
    when l.body is not null and not mails.has_letter then 'mail_sent'
    when (p_event.kind, p_event.what) = ('kept', 'asked') and not mails.has_kept then 'mail_sent'
    when (p_event.kind, p_event.what) = ('kept', 'asked') and later.is_known then 'mail_sent'
    when p_event.kind = 'kept' and later.has_changed then 'changed_meanwhile'
  end
  from (values (1)) one
  left join private.letters l on l.event_id = p_event.id
  left join (public.offers f join public.offer_acceptances a on a.offer_id = f.id)
    on (f.request_id, a.revision) = (p_event.request_id, p_event.revision)
  -- The act's own mail, which nobody has sent yet.
  cross join lateral (
    select
      exists (
        select from private.outbox o
        where o.letter_id = l.event_id and o.sent_at is null and o.lease is null and not o.may_have_arrived)
          as has_letter,
      exists (select from private.outbox o where o.request_id = p_event.request_id and o.act = 'kept' and o.is_waiting)
        as has_kept
  ) mails
  -- An admin told the visitor about the kept call, or a later event moved or cancelled it.
  cross join lateral (
    select
      exists (select from public.bookings b where b.id = p_event.request_id and b.known ->> 'status' = 'confirmed')
        as is_known,
      exists (
        select from public.request_events e
        where e.request_id = p_event.request_id and e.id > p_event.id and e.before ?| '{status,date}'
          and not private.is_undone(e.id)
          and (e.undoes is null or e.undoes < p_event.id)) as has_changed
  ) later
$$;

create or replace function public.undo_act(p_request_id uuid, p_revision integer) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
  v_refusal text;
  v_changes jsonb;
begin
  perform private.require_admin();
  perform private.lock_request(p_request_id);
  select * into v_event from public.request_events e where e.request_id = p_request_id and e.revision = p_revision;
  -- Locks the act's mail, so that no site claims it meanwhile.
  perform 1 from private.outbox o where o.letter_id = v_event.id for no key update;
  v_refusal := private.undo_refusal(v_event);
  -- The act is already undone, as after a lost response.
  if exists (select from public.request_events u where (u.undoes, u.kind) = (v_event.id, 'undone')) then
    return 'undone';
  elsif v_refusal is not null then
    raise exception using message = v_refusal;
  end if;
  v_changes := private.undo_changes(v_event);
  if v_changes is null and not exists (select from private.letters l where l.event_id = v_event.id) then
    raise exception using message = 'changed_meanwhile';
  end if;
  if (v_changes ->> 'date')::date + (v_event.before ->> 'start_time')::time
    <= now() at time zone private.studio_zone()
  then
    raise exception using message = 'date_past';
  end if;
  perform private.take_back(v_event, coalesce(v_changes, '{}'));
  return case when v_changes is null then 'words' else 'undone' end;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_gone';
end
$$;

create or replace function private.find_late_calls() returns setof public.bookings
language plpgsql stable set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  -- The next date with offered times whose 16:00 is still ahead. Calls after this date are not late.
  v_until constant date := private.date_with_hours(v_now::date + (v_now::time >= '16:00')::integer, 1);
begin
  return query
    -- Computes the deadline once for each date with calls, because date_with_hours may look at many dates.
    with pending as materialized (
      select b from public.bookings b
      where b.status = 'pending' and b.period && tsrange(v_now, coalesce(v_until, v_now::date + 61) + 1)
        and lower(b.period) > v_now and not private.is_erased(b.email)
    ), limits as materialized (
      select d.date, (coalesce(private.date_with_hours(d.date - 1, -1), d.date - 1) + time '16:00')
        at time zone private.studio_zone() as confirm_by
      from (select distinct (p.b).date from pending p) d
    )
    select (p.b).* from pending p join limits l on l.date = (p.b).date
    where private.asked_at(p.b) <= l.confirm_by
    order by (p.b).period;
end
$$;

create or replace function private.write_due_mails() returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio')
      and (o.sent_at is null and o.given_up_at is null
        or o.created_at >= private.studio_today()::timestamp at time zone private.studio_zone()))
  then
    perform private.write_mail(b.id, 'studio', 'still_pending')
    from (select * from private.find_calls_to_confirm() limit 1) b;
  end if;
  insert into private.outbox (request_id, recipient, kind, key, offer_id, version, due_at, send_after)
  select d.request_id, d.recipient, d.kind, d.key, d.offer_id, d.version, now(), now() from private.due_mails d
  on conflict (request_id, kind, key) where key <> '' do nothing;
end
$$;

create or replace function private.calls_json(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'about_id', b.id, 'name', b.name, 'status', b.status, 'date', b.date,
    'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
    order by b.period), '[]')
  from public.bookings b where b.id = any (p_ids)
$$;

create or replace function private.booking_mail_json(p_mail private.outbox, p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_known constant jsonb := case p_mail.kind when 'call' then private.known_to_correct(p_booking, p_mail.id) end;
  v_difference constant text[] :=
    case p_mail.kind when 'call' then private.difference(v_known, private.call_state(p_booking)) else '{}' end;
  v_is_moved constant boolean := 'time' = any (v_difference);
  v_ids constant uuid[] := coalesce(p_mail.calls, array[p_booking.id]);
begin
  return jsonb_build_object(
    'kind', case
      when p_mail.kind = 'call' then private.call_mail_kind(v_difference, p_booking.status, p_mail.act)
      when p_mail.kind like 'reminder%' then 'reminder'
      else p_mail.kind
    end,
    'known_date', case when v_is_moved then v_known ->> 'date' else p_mail.known_start::date::text end,
    'known_start_time',
    case when v_is_moved then v_known ->> 'start_time' else to_char(p_mail.known_start, 'HH24:MI') end,
    'known_end_time', case when v_is_moved then v_known ->> 'end_time' end,
    'known_location', case when v_difference && '{location,usual}' then v_known ->> 'wording' end,
    'about', 'booking', 'about_id', p_booking.id, 'name', p_booking.name, 'email', p_booking.email,
    'message', p_booking.message, 'package', p_booking.package, 'status', p_booking.status,
    'created_at', p_booking.created_at,
    'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'),
    'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'phone', p_booking.phone, 'location', p_booking.location,
    'where', private.call_location(p_booking.location, p_booking.phone, p_booking.room),
    'cancel_reason', p_booking.cancel_reason, 'cancel_message', p_booking.cancel_message,
    'link_version', p_booking.link_version, 'calendar_sequence', p_booking.calendar_sequence)
    || case p_mail.recipient
      when 'studio' then jsonb_build_object(
        'calls', private.calls_json(p_mail.calls),
        -- The other calls on the dates of these calls.
        'others', private.calls_json(array(
          select o.id from public.bookings o
          where o.status <> 'cancelled' and o.id <> all (v_ids)
            and o.date = any (array(select c.date from public.bookings c where c.id = any (v_ids))))))
      else jsonb_build_object('is_soon', p_mail.kind = 'reminder_hour')
    end;
end
$$;

create or replace function private.thread_of(p_request_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('thread', m.id, 'thread_sequence', coalesce((m.said ->> 'sequence')::integer, 0))
    from private.outbox m
    where m.request_id = p_request_id and m.recipient = 'visitor' and (m.kind = 'received' or m.act = 'booked')
      and m.sent_at is not null
    order by m.sent_at desc limit 1), '{"thread": null, "thread_sequence": 0}')
$$;

create or replace function private.offer_mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'about', 'offer', 'about_id', f.request_id, 'offer_id', f.id,
    'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'message', null, 'package', null,
    'link_version', f.link_version, 'version', v.version, 'text', v.text, 'sha256', v.sha256,
    'valid_until', v.valid_until,
    'channel', a.channel, 'typed_name', a.typed_name, 'accepted_at', a.accepted_at,
    'ended_reason', (private.ending_of(v)).reason,
    -- The admin's words to the visitor, which the offer's text does not have.
    'words', v.body ->> 'words')
    || private.thread_of(f.request_id)
  from public.offers f
  join public.offer_versions v on v.offer_id = f.id
  left join public.offer_acceptances a on a.offer_id = f.id
  left join public.bookings b on b.id = f.request_id
  left join public.inquiries i on i.id = f.request_id
  where (f.id, v.version) = (p_mail.offer_id, p_mail.version)
$$;

create or replace function private.mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient,
      'known_date', null, 'known_start_time', null)
    || case
      when p_mail.offer_id is not null then private.offer_mail_json(p_mail)
      else coalesce(
        (select private.booking_mail_json(p_mail, b) from public.bookings b where b.id = p_mail.request_id),
        (select jsonb_build_object(
          'about', 'inquiry', 'about_id', i.id, 'name', i.name, 'email', i.email, 'message', i.message,
          'package', i.package, 'status', i.status, 'created_at', i.created_at)
        from public.inquiries i where i.id = p_mail.request_id))
    end
    || coalesce((
      select jsonb_build_object('reply', jsonb_build_object('kind', l.kind, 'subject', l.subject, 'body', l.body)
        || private.thread_of(p_mail.request_id))
      from private.letters l where l.event_id = p_mail.letter_id), '{}')
$$;

create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when (p_mail.kind, p_mail.recipient) = ('still_pending', 'studio') then
      not exists (select from private.find_calls_to_confirm())
    when p_mail.key <> '' then not exists (
      select from private.due_mails d
      where (d.request_id, d.kind, d.key) = (p_mail.request_id, p_mail.kind, p_mail.key))
    when p_mail.offer_id is not null then not private.can_undo_offer_act(p_mail.offer_id) and exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id and (
        p_mail.version < (private.newest_version(f.id)).version
        or case p_mail.kind
          when 'offer' then private.state_of(f.id) not in ('open', 'expired')
          else p_mail.kind <> 'offer_' || private.state_of(f.id)
        end))
    when p_mail.letter_id is not null then false
    else exists (
      select 1 from public.bookings b
      where b.id = p_mail.request_id and (
        private.starts_at(b) <= now()
        or p_mail.recipient = 'studio' and (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
        -- A visitor with an open proposal gets no mail that announces the call.
        or p_mail.recipient = 'visitor' and private.has_open_proposal(b)))
  end;
end
$$;

create or replace function private.letter_error(p_mail private.outbox) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when lower(l.email) <> lower(private.email_of(p_mail.request_id)) then 'address_changed'
      when l.kind in ('confirm', 'decline') and l.state is not null
        and private.difference(l.state, private.call_state(b)) <> '{}' then 'changed_meanwhile'
    end
    from private.letters l left join public.bookings b on b.id = p_mail.request_id
    where l.event_id = p_mail.letter_id);
end
$$;

create or replace function private.give_up(p_mail private.outbox, p_error text) returns void
language sql set search_path = ''
as $$
  update private.outbox
  set given_up_at = now(), may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null,
    last_error = p_error
  where id = p_mail.id;
  -- A proposal whose mail was given up counts as closed, which can change the turn.
  select private.update_turn(p_mail.request_id)
$$;

create or replace function private.close_mail(p_mail private.outbox) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.detach_letter(p_mail, 'changed_meanwhile');
  if p_mail.said is null or p_mail.lease is null and not p_mail.may_have_arrived then
    delete from private.outbox where id = p_mail.id;
  else
    update private.outbox
    set given_up_at = now(), dismissed_at = now(), may_have_arrived = true, lease = null, lease_until = null
    where id = p_mail.id;
  end if;
end
$$;

create or replace function private.drop_superseded_mail(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  if p_mail.kind <> 'call' then
    return false;
  end if;
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  if exists (
    select from private.outbox o
    where o.request_id = p_mail.request_id and o.kind = 'call' and o.is_waiting and o.id <> p_mail.id)
  then
    perform private.close_mail(p_mail);
    update private.outbox set must_send = must_send or p_mail.must_send
    where request_id = p_mail.request_id and kind = 'call' and is_waiting;
    return true;
  elsif p_mail.lease_until <= now() and (
    (p_mail.said ->> 'link_version')::integer <> v_booking.link_version
    or private.needs_mail(private.difference(p_mail.said, private.call_state(v_booking))))
  then
    perform private.close_mail(p_mail);
    perform private.update_call_mail(p_mail.request_id);
    return true;
  end if;
  return false;
end
$$;

create or replace function private.has_to_wait(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_mail.kind like 'reminder%' and exists (
      select from private.outbox o
      where o.request_id = p_mail.request_id and o.kind = 'call' and o.sent_at is null and o.given_up_at is null)
    or p_mail.offer_id is not null and private.can_undo_offer_act(p_mail.offer_id)
    or p_mail.kind = 'call' and exists (
      select from private.outbox o left join private.letters l on l.event_id = o.letter_id
      where o.request_id = p_mail.request_id and o.recipient = 'visitor' and o.id <> p_mail.id
        and (o.kind in ('call', 'still_pending') or l.state is not null)
        and o.sent_at is null and o.given_up_at is null and o.lease_until > now());
end
$$;

create or replace function private.decide_delivery(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_letter_error constant text := private.letter_error(p_mail);
  v_cap constant integer := (select c.max from private.submission_caps c where c.name = 'mails_per_email_in_24_hours');
begin
  p_mail := private.detach_letter(p_mail, v_letter_error);
  -- The order counts: the first rule that holds decides. The site gives up no mail that is needless or has to wait, and
  -- the cap stops only a mail that would go now.
  if private.is_outdated(p_mail) then perform private.close_mail(p_mail);
  elsif private.is_unneeded(p_mail) then perform private.close_mail(p_mail);
  elsif private.drop_superseded_mail(p_mail) then return false;
  elsif private.has_to_wait(p_mail) then return false;
  elsif p_mail.letter_id is not null and v_letter_error is not null then
    perform private.give_up(p_mail, v_letter_error);
  -- The mail's second lease ended without a result.
  elsif p_mail.lease is not null and p_mail.may_have_arrived then perform private.give_up(p_mail, 'unanswered');
  elsif p_mail.due_at <= now() - interval '24 hours' then
    perform private.give_up(p_mail, coalesce(p_mail.last_error, 'not tried'));
  elsif p_mail.recipient = 'visitor' and private.count_mails(p_mail.request_id) >= v_cap then
    update private.outbox set last_error = 'mails_per_email_in_24_hours' where id = p_mail.id;
  else return true;
  end if;
  return false;
end
$$;

create or replace function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_id uuid;
  v_mail private.outbox;
  v_claimed jsonb := '[]';
begin
  perform private.require_site_key(p_site_key);
  -- Runs one claim at a time, because two together could exceed the cap of an address.
  perform pg_advisory_xact_lock(6, 0);
  perform private.write_due_mails();
  for v_id in
    select o.id from private.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now()
      and (o.lease is null or o.lease_until <= now())
    -- The oldest mail first; among the mails of one transaction, an admin's reply last.
    order by o.send_after, o.created_at, o.kind = 'reply', o.id
    for no key update skip locked
  loop
    exit when jsonb_array_length(v_claimed) >= least(p_limit, 50);
    -- Reads the mail again, because an earlier round may have changed or deleted it.
    select * into v_mail from private.outbox o where o.id = v_id;
    if found and private.try_lock_request(v_mail.request_id) and private.decide_delivery(v_mail) then
      v_claimed := v_claimed || private.lease_mail(v_mail);
    end if;
  end loop;
  return v_claimed;
end
$$;

create or replace function private.end_lease(p_id uuid, p_result jsonb) returns void
language sql set search_path = ''
as $$
  update private.outbox o
  set lease = null, lease_until = null,
      sent_at = case p_result ->> 'outcome' when 'sent' then now() end,
      is_kept = coalesce((p_result ->> 'kept')::boolean, false),
      last_error = case
        when p_result ->> 'outcome' in ('failed', 'refused') then left(p_result ->> 'error', 200)
        else o.last_error end,
      -- Tries again after 1, 2, 4 … minutes, at most two hours.
      send_after = case p_result ->> 'outcome'
        when 'failed' then now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 7), interval '2 hours')
        else o.send_after end,
      given_up_at = case p_result ->> 'outcome' when 'refused' then now() end
  where o.id = p_id
$$;

create or replace function public.list_automatic_mails(p_request_id uuid)
returns table (at timestamptz, kind text, status text, date text, start_time text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.sent_at, o.kind, o.said ->> 'status', o.said ->> 'date', o.said ->> 'start_time'
    from private.outbox o
    where o.request_id = p_request_id and o.recipient = 'visitor' and o.sent_at is not null and not o.is_kept
      and o.kind in ('received', 'call', 'reminder_day', 'reminder_hour', 'still_pending', 'offer_follow_up')
      and o.letter_id is null
    order by o.sent_at;
end
$$;

create or replace function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text,
  given_up boolean, about text, email text, may_have_arrived boolean, is_being_sent boolean, total_cents bigint,
  given_up_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, case when o.letter_id is not null then 'reply' when o.act = 'booked' then 'received' else o.kind end,
      o.recipient, o.request_id, coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
      o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email),
      o.may_have_arrived or o.last_error is not distinct from 'unanswered', coalesce(o.lease_until > now(), false),
      (select v.total_cents from public.offer_versions v where (v.offer_id, v.version) = (o.offer_id, o.version)),
      o.given_up_at
    from private.outbox o
    -- Lateral, because the planner would otherwise read both tables whole for the few listed mails.
    left join lateral (select * from public.bookings where bookings.id = o.request_id limit 1) b on true
    left join lateral (select * from public.inquiries where inquiries.id = o.request_id limit 1) i on true
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;

create or replace function private.export_offer(p_offer public.offers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(p_offer) - 'link_version' || jsonb_build_object(
    'versions', (
      select coalesce(jsonb_agg(to_jsonb(v) order by v.version), '[]') from public.offer_versions v
      where v.offer_id = p_offer.id),
    'endings', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.version), '[]') from public.offer_endings e
      where e.offer_id = p_offer.id),
    'acceptance', (select to_jsonb(a) from public.offer_acceptances a where a.offer_id = p_offer.id))
$$;

create or replace function private.export_request(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(r) - 'search_text' || jsonb_build_object(
    'booking', (select to_jsonb(b) - '{form_id,link_version,act}'::text[] from public.bookings b where b.id = r.id),
    'inquiry', (select to_jsonb(i) - '{form_id,act}'::text[] from public.inquiries i where i.id = r.id),
    'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'form_id' order by e.id), '[]') from public.request_events e
      where e.request_id = r.id),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') from public.request_notes n
      where n.request_id = r.id),
    'letters', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'link_version' order by l.event_id), '[]')
      from private.letters l join public.request_events e on e.id = l.event_id where e.request_id = r.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'recipient', o.recipient, 'created_at', o.created_at,
        'due_at', o.due_at, 'sent_at', o.sent_at, 'given_up_at', o.given_up_at) order by o.due_at), '[]')
      from private.outbox o where o.request_id = r.id),
    'offers', (select coalesce(jsonb_agg(private.export_offer(o)), '[]') from public.offers o
      where o.request_id = r.id))
  from public.requests r where r.id = p_id
$$;

create or replace function public.erase_person(p_email text, p_cancels boolean default false) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_admin();
  -- Locks each row while reading it, because a row whose e-mail address is corrected meanwhile belongs to
  -- another person.
  for v_booking in
    select * from public.bookings b where lower(b.email) = lower(p_email) order by b.id for no key update
  loop
    perform private.erase_request(
      v_booking.id, case when p_cancels and private.starts_at(v_booking) > now() then 'cancelled' end);
    v_count := v_count + 1;
  end loop;
  for v_id in
    select i.id from public.inquiries i where lower(i.email) = lower(p_email) order by i.id for no key update
  loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package,
    'fit', b.fit, 'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location,
    -- The location as {"text", "url"}, only for a confirmed call without an open proposal.
    'where', case when b.status = 'confirmed' and not private.has_open_proposal(b) then
      private.call_location(b.location, b.phone, b.room) end,
    'cancel_message', case when b.status = 'cancelled' then b.cancel_message end, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence,
    'is_proposed', private.has_open_proposal(b),
    'proposed_times', private.proposed_times(b),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id
      where o.request_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

create or replace function private.check_link(p_booking public.bookings, p_link_version integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_booking.id is null or private.is_erased(p_booking.email)
    or p_booking.link_version is distinct from p_link_version
  then
    raise exception using message = 'link_invalid';
  end if;
end
$$;

create or replace function public.move_booking(
  p_booking_id uuid, p_seen jsonb, p_date date, p_start_time time, p_end_time time, p_outside boolean default false,
  p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_event public.request_events;
  v_slot_id uuid;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_booking_id);
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found then
    raise exception using message = 'request_gone';
  end if;
  v_event := private.event_of_form(p_form_id, p_booking_id);
  if v_event.id is not null then
    return v_event.revision;
  end if;
  -- The call already has this time, as after a lost response.
  if (lower(v_booking.period), upper(v_booking.period)) = (p_date + p_start_time, p_date + p_end_time)
    and v_booking.status <> 'cancelled'
  then
    return null;
  end if;
  if private.booking_state(v_booking) is distinct from p_seen then
    raise exception using message = 'changed_meanwhile', detail = coalesce((
      select to_jsonb(e)::text from public.request_events e
      where e.request_id = p_booking_id and e.before ?| '{status,date,location}' order by e.id desc limit 1), '');
  end if;
  if v_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if private.starts_at(v_booking) <= now() then
    raise exception using message = 'call_begun';
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside, p_booking_id);
  v_event := private.act(
    p_booking_id, 'moved', jsonb_build_object('date', p_date, 'time_slot_id', v_slot_id), p_form_id => p_form_id);
  return v_event.revision;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;

create or replace function public.book_call(
  p_request_id uuid, p_name text, p_email text, p_date date, p_start_time time, p_end_time time,
  p_outside boolean default false, p_message text default null, p_details jsonb default '{}'
) returns uuid
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_old public.bookings;
  v_id uuid;
  v_slot_id uuid;
begin
  perform private.require_admin();
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,phone}');
  if p_request_id is null then
    raise exception using message = 'invalid_details', hint = 'request_id';
  end if;
  perform pg_advisory_xact_lock(1, hashtext(p_request_id::text));
  select * into v_old from public.bookings b where b.form_id = p_request_id;
  if found then
    -- The form was sent twice, or again after a lost response.
    if v_old.status <> 'cancelled'
      and (lower(v_old.email), lower(v_old.period), upper(v_old.period))
        = (lower(p_email), p_date + p_start_time, p_date + p_end_time)
      and (v_old.name, v_old.message, v_old.package, v_old.phone)
        is not distinct from (p_name, p_message, p_details ->> 'package', p_details ->> 'phone')
    then
      return v_old.id;
    end if;
    raise exception using message = 'form_used',
      detail = (private.booking_state(v_old) || jsonb_build_object('id', v_old.id))::text;
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, form_id, status)
  values (p_name, p_email, p_date, v_slot_id, p_message, p_details ->> 'package', p_details ->> 'phone', p_request_id,
    'confirmed')
  returning id into v_id;
  return v_id;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;

create or replace function public.keep_call(p_booking_id uuid) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_is_asked boolean;
  v_event public.request_events;
begin
  perform private.require_admin();
  select * into v_booking from public.bookings b
  where b.id = p_booking_id and private.starts_at(b) > now() and not private.is_erased(b.email)
    and (private.has_open_proposal(b) or b.status = 'confirmed' and private.is_on_closed_date(b.date, b.time_slot_id))
  for no key update;
  if not found then
    raise exception using message = 'changed_meanwhile';
  end if;
  v_is_asked := v_booking.status = 'confirmed' and private.has_open_proposal(v_booking);
  -- The log already has this act.
  if v_booking.status = 'confirmed' and not v_is_asked and private.is_kept(v_booking.id) then
    return null;
  end if;
  v_event := private.act(v_booking.id, 'kept', case
    when v_booking.status = 'pending' then '{"status": "confirmed"}'
    -- The higher calendar_sequence closes the proposal, and a newer calendar file of the same event needs it.
    -- `known` becomes pending, because the visitor expects no call until a mail or an admin tells them.
    when v_is_asked then jsonb_build_object(
      'calendar_sequence', v_booking.calendar_sequence + 1,
      'known', v_booking.known || jsonb_build_object('status', 'pending', 'at', now()))
    else '{}' end, case when v_is_asked then 'asked' end);
  if v_is_asked then
    perform private.write_call_mail(v_booking.id, now() + interval '60 seconds', 'kept');
  end if;
  return v_event.revision;
end
$$;

create or replace function public.list_closed_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'revision', b.revision, 'link_version', b.link_version, 'is_asked', private.has_open_proposal(b),
      'is_kept', private.is_kept(b.id)) order by b.period), '[]')
    from public.closed_dates c join public.bookings b on b.date = c.date
    where c.date >= private.studio_today() and b.status <> 'cancelled' and private.starts_at(b) > now()
      and not private.is_erased(b.email) and private.is_on_closed_date(b.date, b.time_slot_id));
end
$$;

create or replace function public.get_link_version(p_booking_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select b.link_version from public.bookings b
    where b.id = p_booking_id and not private.is_erased(b.email)
      and upper(b.period) > now() at time zone private.studio_zone());
end
$$;

create or replace function public.send_proposals(p_proposals jsonb) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_proposal record;
  v_revision integer;
  v_sent jsonb := '{}';
begin
  perform private.require_admin();
  for v_proposal in
    select * from jsonb_to_recordset(p_proposals) p (id uuid, request_id uuid, revision integer, subject text,
      body text, times jsonb)
    order by p.request_id
  loop
    v_revision := null;
    begin
      -- Refuses also after the caller's own changes, such as in another tab. A visitor whose call has moved
      -- gets no proposal.
      perform private.lock_request(v_proposal.request_id);
      if (private.event_of_form(v_proposal.id, v_proposal.request_id)).id is null and exists (
        select from public.request_events e
        where e.request_id = v_proposal.request_id and e.revision > v_proposal.revision
          and (e.before ?| '{status,date,location}' or e.kind = 'kept'
            or exists (select from private.letters l where l.event_id = e.id)))
      then
        raise exception using message = 'changed_meanwhile';
      end if;
      v_revision := public.send_reply(v_proposal.id, v_proposal.request_id, v_proposal.revision, 'propose',
        v_proposal.subject, v_proposal.body, v_proposal.times);
    exception when raise_exception then
      if sqlerrm not in ('changed_meanwhile', 'reply_unfit', 'request_gone', 'reply_sent', 'form_used') then
        raise;
      end if;
    end;
    v_sent := v_sent || jsonb_build_object(v_proposal.request_id::text, v_revision);
  end loop;
  return v_sent;
end
$$;

create or replace function public.withdraw_offer(
  p_offer_id uuid, p_version integer, p_reason text default null, p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_newest public.offer_versions;
  v_event public.request_events;
  v_is_known boolean;
begin
  perform private.require_admin();
  v_offer := private.lock_offer(p_offer_id);
  v_newest := private.newest_version(p_offer_id);
  if v_newest.version <> p_version then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_newest is null or (private.ending_of(v_newest)).ended is not null then
    raise exception using message = 'offer_not_open';
  end if;
  -- True if the visitor may know the offer and so needs a mail: the site mailed the offer, or the outbox has no
  -- mail of the offer, because that mail is old or an admin sent it.
  select coalesce(bool_or(m.sent_at is not null or m.lease is not null or m.may_have_arrived), true) into v_is_known
  from private.outbox m
  where m.offer_id = p_offer_id and m.kind = 'offer' and (m.version = v_newest.version or not m.is_waiting);
  if not v_is_known then
    v_event := private.act(v_offer.request_id, 'withdrawn', p_what => 'withdrawn', p_undoes => (
      select max(e.id) from public.request_events e
      where e.request_id = v_offer.request_id and e.kind = 'offered' and not private.is_undone(e.id)));
  elsif p_mailed then
    v_event := private.act(v_offer.request_id, 'withdrawn',
      private.answer_changes(v_offer.request_id, 'offer_withdrawn'), 'withdrawn');
    perform private.write_offer_mail(v_offer, v_newest.version, 'visitor', 'offer_withdrawn');
  else
    v_event := private.act(v_offer.request_id, 'offer', p_what => 'withdrawn');
  end if;
  insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
  values (p_offer_id, v_newest.version, 'withdrawn', private.actor(), p_reason);
  return v_event.revision;
end
$$;

create or replace function public.record_acceptance(p_offer_id uuid, p_version integer, p_email_text text, p_keep_years integer)
returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version public.offer_versions;
  v_event public.request_events;
begin
  perform private.require_admin();
  v_offer := private.lock_offer(p_offer_id);
  v_version := private.newest_version(p_offer_id);
  if v_version.version is distinct from p_version or (private.ending_of(v_version)).ended is not null then
    raise exception using message = 'changed_meanwhile';
  end if;
  v_event := private.act(v_offer.request_id, 'accepted', p_what => 'by email');
  insert into public.offer_acceptances
    (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until, revision)
  values (p_offer_id, p_version, v_version.sha256, 'email', private.email_of(v_offer.request_id), p_email_text,
    private.actor(), private.keep_until(p_keep_years), v_event.revision);
  perform private.write_offer_mail(v_offer, p_version, r, 'offer_accepted', now() + interval '60 seconds')
  from unnest('{visitor,studio}'::text[]) r;
  return v_event.revision;
end
$$;

create or replace function public.delete_offer(p_offer_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  delete from public.offer_acceptances where offer_id = p_offer_id and keep_until < private.studio_today();
  if not found then
    raise exception using message = case
      when exists (select from public.offer_acceptances a where a.offer_id = p_offer_id) then 'offer_kept'
      else 'offer_gone' end;
  end if;
  delete from public.offers where id = p_offer_id;
end
$$;

create or replace function public.count_offer_guesses(p_offer_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*) from private.offer_guesses g
    where g.offer_id = p_offer_id and g.guessed_at > now() - interval '24 hours');
end
$$;

create or replace function public.list_offers(p_state text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with offers as (
      select o.id, o.request_id, coalesce(b.name, i.name, a.typed_name) as name,
        coalesce(b.email, i.email, a.email) as email, coalesce(v.body, o.draft) ->> 'title' as title, v.version,
        v.total_cents, v.sent_at, v.valid_until, a.accepted_at, a.keep_until,
        v.valid_until - private.studio_today() as days_left, case when v.version is null then o.draft end as draft,
        coalesce(v.sent_at, o.created_at) as at,
        private.offer_state(e.ended, v.valid_until, a.offer_id is not null) as state,
        r.over_from > now() and r.ours_from <= now() as is_to_answer,
        private.offer_went_out(o.request_id) as went_out
      from public.offers o
      left join lateral (
        select n.version, n.body, n.total_cents, n.sent_at, n.valid_until
        from public.offer_versions n where n.offer_id = o.id order by n.version desc limit 1) v on true
      left join public.offer_endings e on (e.offer_id, e.version) = (o.id, v.version)
      left join public.offer_acceptances a on a.offer_id = o.id
      left join public.requests r on r.id = o.request_id
      left join public.bookings b on b.id = o.request_id
      left join public.inquiries i on i.id = o.request_id
    ), listed as (
      select o.*, coalesce(o.is_to_answer and o.state in ('accepted', 'declined', 'expired'), false) as is_ours
      from offers o
    ), shown as (
      select l.*, row_number() over (
        order by not l.is_ours, array_position(
            case when l.is_ours then '{accepted,declined,expired}' else '{open,draft}' end::text[], l.state),
          case l.state when 'open' then l.days_left end, l.at desc, l.id) as place
      from listed l where p_state is null or l.state = p_state
      order by place limit 500
    )
    select jsonb_build_object(
      'offers', (
        select coalesce(jsonb_agg(to_jsonb(s) - '{at,place,is_to_answer}'::text[] order by s.place), '[]')
        from shown s),
      'counts', (
        select coalesce(jsonb_object_agg(c.state, c.count), '{}')
        from (select l.state, count(*) as count from listed l group by l.state) c),
      'months', (
        select coalesce(jsonb_agg(to_jsonb(m) order by m.month desc), '[]')
        from (
          select to_char(case l.state when 'open' then l.sent_at else l.accepted_at end
              at time zone private.studio_zone(), 'YYYY-MM') as month,
            count(*) filter (where l.state = 'open') as open,
            coalesce(sum(l.total_cents) filter (where l.state = 'open'), 0) as open_cents,
            count(*) filter (where l.state = 'accepted') as won,
            coalesce(sum(l.total_cents) filter (where l.state = 'accepted'), 0) as won_cents
          from listed l where l.state in ('open', 'accepted')
          group by 1) m)));
end
$$;

create or replace function public.get_offer(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return (
    select jsonb_build_object(
      'id', o.id, 'link_version', o.link_version, 'ended', e.ended, 'ended_at', e.ended_at,
      'withdrawn_reason', case e.ended when 'withdrawn' then e.reason end,
      'accepted_at', a.accepted_at,
      'acceptance', case when a.offer_id is not null then jsonb_build_object(
        'version', a.version, 'typed_name', a.typed_name, 'email', a.email,
        'words', coalesce(a.consent_text, a.email_text)) end,
      -- First letter and domain of the visitor's e-mail address, so that its owner recognises it.
      'email_hint', case when a.offer_id is null and e.ended is null then
        regexp_replace(private.email_of(o.request_id), '^(.).*@', '\1…@') end,
      'versions', (
        select jsonb_agg(jsonb_build_object(
          'version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until) order by v.version)
        from public.offer_versions v where v.offer_id = o.id and v.version <= last.version))
    from public.offers o
    cross join lateral (
      select max(v.version) as version from public.offer_versions v where v.offer_id = o.id and v.sent_at <= now()) last
    left join public.offer_endings e on (e.offer_id, e.version) = (o.id, last.version)
    left join public.offer_acceptances a on a.offer_id = o.id
    where o.id = p_id and o.request_id is not null and last.version is not null);
end
$$;

create or replace function public.mail_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_count integer := 0;
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now()
      and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    continue when private.has_open_proposal(v_booking)
      or not private.difference(v_booking.known, private.call_state(v_booking)) && '{location,usual}';
    -- A newer file of the calendar event needs a higher SEQUENCE.
    update public.bookings set calendar_sequence = calendar_sequence + 1 where id = v_booking.id;
    perform private.write_call_mail(v_booking.id, now(), 'pressed');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;

create or replace function public.set_owner(
  p_request_id uuid, p_owner uuid default null, p_seen jsonb default null, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_email text;
  v_now uuid;
  v_event public.request_events;
begin
  perform private.require_admin();
  if p_owner is not null then
    select a.email into v_email from public.list_admins() a where a.id = p_owner;
    if not found then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  perform private.lock_request(p_request_id);
  v_event := private.event_of_form(p_form_id, p_request_id);
  select r.owner into v_now from public.requests r where r.id = p_request_id;
  if v_event.id is null and v_now is distinct from (p_seen ->> 'owner')::uuid and v_now is distinct from p_owner then
    raise exception using message = 'owner_changed',
      detail = coalesce((select a.email from public.list_admins() a where a.id = v_now), '');
  end if;
  return (private.act(p_request_id, 'owner', jsonb_build_object('owner', p_owner), v_email, p_form_id)).revision;
end
$$;

create or replace function private.act_on_note(p_id uuid, p_what text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request_id constant uuid := (
    select n.request_id from public.request_notes n where n.id = p_id and n.author = private.caller_id());
begin
  if v_request_id is null then
    raise exception using message = 'not_your_note';
  end if;
  perform private.act(v_request_id, 'note', p_what => p_what);
end
$$;

create or replace function public.edit_note(p_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  -- The note already has this text, as after a lost response.
  if exists (
    select from public.request_notes n where (n.id, n.author, n.body) = (p_id, private.caller_id(), p_body))
  then
    return;
  end if;
  perform private.act_on_note(p_id, 'edited');
  update public.request_notes set body = p_body, edited_at = now() where id = p_id and author = private.caller_id();
end
$$;

create or replace function public.set_outcome(
  p_booking_id uuid, p_outcome text default null, p_reason text default null, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
begin
  perform private.require_admin();
  perform private.lock_request(p_booking_id);
  v_event := private.act(p_booking_id, 'outcome', jsonb_build_object('outcome', p_outcome, 'outcome_reason', p_reason)
    || case when p_outcome is not null
      and exists (select from public.bookings b where b.id = p_booking_id and b.status = 'pending')
      then '{"status": "confirmed"}' else '{}' end::jsonb, p_outcome, p_form_id);
  if not exists (
    select from public.requests r
    where r.id = p_booking_id and r.kind = 'booking'
      and (p_outcome is null or r.status = 'confirmed' and r.starts <= now() at time zone private.studio_zone()))
  then
    raise exception using message = 'call_not_held';
  end if;
  return v_event.revision;
end
$$;

create or replace function public.set_answered(
  p_request_id uuid, p_answered boolean, p_is_needed boolean default true, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
  v_is_ours boolean;
  v_is_asked boolean;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  v_event := private.event_of_form(p_form_id, p_request_id);
  -- Uses clock_timestamp, because a visitor may have asked since this transaction began.
  select r.ours_from <= clock_timestamp() and r.over_from > clock_timestamp(),
    newest.turn = 'asks' and newest.kind not in ('accepted', 'declined')
  into v_is_ours, v_is_asked
  from public.requests r cross join private.deciding_event(r) newest where r.id = p_request_id;
  -- Nothing changes, as after a lost response, if it is not the studio's turn, or the visitor's question is
  -- already open.
  if v_event.id is null and (p_answered and not v_is_ours or not p_answered and v_is_ours and v_is_asked is true) then
    return null;
  end if;
  v_event := private.act(
    p_request_id, case when not p_answered then 'asked' when p_is_needed then 'elsewhere' else 'not_needed' end,
    p_form_id => p_form_id);
  return v_event.revision;
end
$$;

create or replace function public.search_patterns(p_query text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if char_length(p_query) > 200 then
    raise invalid_parameter_value using message = 'query_invalid', hint = 'At most 200 characters.';
  end if;
  return array(select pattern from (
    select distinct '%' || coalesce(
        lpad(word[1], 2) || ' ' || left(word[2], 3),
        regexp_replace(
          regexp_replace(word[3], '^0?(\d\d?)/0?(\d\d?)$', ' \1/\2/'), '([\\%_])', '\\\1', 'g')) || '%' as pattern
    from regexp_replace(private.fold_text(p_query),
      '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g') query,
      regexp_matches(query, -- a day and a month, or any other word
        '\m0?([0-3]?\d) (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|'
        'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\M|([^ ]+)', 'g') word
  ) patterns order by length(pattern) desc, pattern limit 8);
end
$$;

create or replace function private.calendar_feed_calls() returns jsonb
language sql stable set search_path = ''
as $$
  -- Computes the text of the default location once and not for each call.
  with usual as materialized (
    select case when s.location_kind = 'video' then private.location_wording(null, null, null) end as wording,
      s.location_changed_at as changed_at
    from private.studio_settings s
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', b.id, 'name', case when not private.is_erased(b.email) then b.name end, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', coalesce(b.location,
        case when usual.wording like '%{call}%' then replace(usual.wording, '{call}', b.room) else usual.wording end),
      'sequence', b.calendar_sequence,
      'changed_at', greatest(b.changed_at, case when b.location is null then usual.changed_at end))
    order by lower(b.period), b.id), '[]')
  from public.bookings b cross join usual
  where b.status <> 'cancelled' and b.date >= (private.studio_today() - interval '1 year')::date
$$;

-- Comments that only repeated a name are gone, and others are shorter.

comment on column private.calendars.all_day_busy is null;
comment on column private.calendars.busy is null;
comment on column private.calendars.label is null;
comment on column private.letters.link_version is null;
comment on column private.outbox.due_at is null;
comment on column private.outbox.version is null;
comment on column private.studio_settings.first_steps_put_away is null;
comment on column private.studio_settings.location_changed_at is null;
comment on column private.studio_settings.location_is_sample is null;
comment on column private.studio_settings.reminds_day_before is null;
comment on column private.studio_settings.reminds_hour_before is null;
comment on column private.studio_settings.samples_seen is null;
comment on column public.inquiries.act is null;
comment on column public.inquiries.fit is null;
comment on column public.inquiries.form_id is null;
comment on column public.inquiries.price_seen is null;
comment on column public.inquiries.revision is null;
comment on column public.offers.link_version is null;
comment on column public.requests.owner is null;
comment on function private.check_dates(date,date) is null;
comment on function public.count_requests(text) is null;
comment on function public.delete_note(uuid) is null;
comment on function public.edit_note(uuid,text) is null;
comment on function public.get_all_slots_for_date(date) is null;
comment on function public.get_available_slots_for_date(date) is null;
comment on function public.get_calendar_feed() is null;
comment on function public.get_late_calls() is null;
comment on function public.is_admin() is null;
comment on function public.list_calendars() is null;
comment on function public.list_person(text) is null;
comment on function public.offer_went_out(uuid) is null;
comment on table private.calendar_feeds is null;
comment on table private.calendars is null;
comment on table private.outbox is null;
comment on table private.studio_settings is null;
comment on table public.closed_dates is null;
comment on table public.offers is null;
comment on function public.get_studio_zone() is 'The site compares this time zone (IANA name) with its own.';
comment on table private.sign_in_places is
  'The known places of an account: its browsers (180 days) and IP addresses (30 days), at most ten.';
comment on table private.password_tries is 'Password attempts of the last five minutes.';
comment on function public.record_code(text, uuid, text) is 'For a right code: the last attempt no longer counts.';
comment on function public.undo_code(text, uuid, text) is
  'For a code that the Auth server has not judged: removes the last attempt.';
comment on function public.list_admins() is
  'The admins'' accounts that are not banned. code_since: when the account got its second factor. code_removed_by: the '
  'admin who last removed one (null: with the project''s secret key). wrong_codes_at: the last time at which a fifth '
  'code within 15 minutes was wrong; null if there is none, or if a later right code is more than a day old. Setting a '
  'new password counts as a sign-in.';
comment on function public.undo_recovery(text, text) is
  'For a mail that the Auth server did not send: removes the last mail.';
comment on function public.link_needs_code(text, text) is
  'True if a new password by this mailed link also needs a code from the account''s phone; null if the token belongs '
  'to no mailed link that nobody has used yet. The site asks the Auth server about no other token.';
comment on function public.is_recovery_link(text, text) is 'True if link_needs_code is not null.';
comment on function public.get_settings() is
  '"location", the default call location: {"kind": "video", "name", "url"}, or {"kind": "phone"} with the former room; '
  '"is_sample", true while that location is the sample; "day_before" and "hour_before", true if visitors get a '
  'reminder 24 hours and an hour before a confirmed call; "notice_hours", 0 to 72; "first_steps_put_away"; '
  '"samples_seen", true once an admin has opened the news about samples.';
comment on function public.set_settings is
  'Sets the settings in p_changes, with the names of get_settings except is_sample. p_seen has the values that the '
  'admin saw: raises settings_changed if a current value is neither the seen nor the wanted one. A new location sends '
  'no mail; get_calls_to_tell then lists the visitors who know the former one.';
comment on function public.asks_for_phone() is 'Strangers can read nothing else about the location of calls.';
comment on table public.time_slots is
  'Slots on the studio''s wall clock. Rows are inserted and deleted, never updated.';
comment on table public.time_slot_presets is 'The durations that the form of the hours offers.';
comment on table public.recurring_availability is 'The weekly pattern. day_of_week: 0 = Monday … 6 = Sunday.';
comment on column public.closed_dates.closed_at is
  'The studio''s turn for the confirmed calls on the date begins then.';
comment on column private.calendars.host is 'The site shows no other part of the address.';
comment on column private.calendars.last_error is 'Error code of the last reading; null if the reading was good.';
comment on function public.list_busy(date, date) is
  'When each calendar is busy from p_from to p_to, both included. is_known is false after the calendar''s known_until.';
comment on function public.add_calendar is
  'Stores a calendar with the result of a good reading: p_busy as a tstzmultirange, and p_unread. Raises '
  'too_many_calendars beyond six. The same id again adds nothing, and raises calendar_differs if label, host or '
  'p_all_day_busy differs.';
comment on function public.remove_calendar(uuid) is 'Removes any admin''s calendar.';
comment on function public.read_calendar_next is
  'Makes this calendar the next one that the site reads. p_all_day_busy sets all_day_busy (null keeps it). With '
  'p_may_be_empty, the reading may find no upcoming events. Raises calendar_gone.';
comment on function public.claim_calendar(text) is
  'Leases a due calendar for a minute and returns {"id", "lease", "address", "all_day_busy"}; null if none is due.';
comment on function public.finish_calendar is
  'Stores the result of reading a claimed calendar, or the failure (p_error). Returns null, or why the last good '
  'result stays: p_error, ''reader'' if p_busy or p_has_events is null, ''empty'' if the calendar had upcoming events '
  'and now has none. p_address is the address, encrypted anew. Raises not_leased, and stores nothing, if the lease has '
  'ended or the calendar is gone.';
comment on table public.requests is 'Deleting a booking or inquiry deletes its request, and the other way round.';
comment on column public.requests.turn_reason is
  'Reason for the turn: the kind of the deciding event, or a state such as ''erased''. It is nobody''s turn from '
  'over_from on; before that, the studio''s from ours_from on, else the visitor''s (docs/decisions/whose-turn.md).';
comment on column public.requests.outcome is 'Result of a confirmed call that has begun.';
comment on table public.inquiries is
  'Messages that visitors sent without booking a time. The columns are like those of bookings.';
comment on table public.request_events is
  'Only the triggers of bookings and inquiries add rows, and nothing changes a row.';
comment on function public.get_days(date, date) is
  'Counts for each date from p_from to p_to (at most 62): free (free times still ahead), taken (offered but booked '
  'times), busy (times blocked only by a founder''s calendar), booked (bookings not cancelled) and off (slots that are '
  'off). Also is_closed with the reason, and is_changed, true if the date differs from its weekday.';
comment on function public.get_affected_bookings(date, date, integer, uuid[]) is
  'The first 500 upcoming bookings that overlap these slots (null: any time) on these dates, also bookings of other '
  'slots. Without p_to the dates have no end; without p_day_of_week all weekdays count. total is the number of all '
  'such bookings.';
comment on column public.offer_versions.sha256 is 'SHA-256 of the text in UTF-8, in hexadecimal. A trigger sets it.';
comment on column private.outbox.may_have_arrived is
  'True if a lease ended without a result. The site then sends the mail once more.';
comment on column private.outbox.calls is
  'The calls in the studio''s ''still_pending'' mail, set when a site claims it.';
comment on column private.outbox.is_kept is 'True if the site only saved the mail as a file, so that nobody read it.';
comment on column private.outbox.letter_id is
  'The admin''s letter: the whole text of a ''reply'', or the text above the facts of a ''call'' mail that confirms or '
  'declines the call.';
comment on function public.undo_act(uuid, integer) is
  'Undoes the act that made this revision. Restores the former values of the columns that the act changed, except '
  'columns that somebody changed since. If somebody changed the call after an answer, deletes only the mail and '
  'returns ''words''; else returns ''undone'', also for an act that is undone already. A recorded acceptance can be '
  'undone for a minute. Raises changed_meanwhile, mail_sent, minute_over, slot_taken, slot_gone, date_past, '
  'request_gone, and, for acts without an Undo, visitors_act, act_of_database, is_undo or nothing_to_undo.';
comment on function public.list_automatic_mails(uuid) is
  'The site''s automatic mails to a request''s visitor, oldest first, with the call as each described it. The outbox '
  'keeps mails for 30 days.';
comment on function public.get_mail_problems() is
  'Mails given up in the last seven days, and mails that wait for more than 15 minutes, except dismissed ones. For a '
  'mail about an offer, total_cents is the offer''s price.';
comment on function public.retry_mails(uuid[]) is
  'Makes undelivered mails due now, with 24 hours of attempts, and returns how many. Deletes a mail that is no longer '
  'true, but does not change a reply that is no longer true.';
comment on function public.dismiss_mails(uuid[]) is
  'Hides these mails from get_mail_problems, and returns how many. The site still tries to send a mail that waits.';
comment on function public.export_person(uuid) is
  'All data about the person of a request or of an accepted offer (p_id), by their e-mail address: requests with their '
  'related rows, and accepted offers. Null if there is no such person, or they were erased.';
comment on function public.erase_person(text, boolean) is
  'Replaces name and e-mail address with a marker in every request of this address, and deletes the person''s other '
  'data. With p_cancels, also cancels calls that have not begun. Returns the number of requests.';
comment on function public.copy_visitor_link is
  'Returns the link_version that the site signs in the visitor''s link, and logs ''link_copied''. Null if there is no '
  'such booking, its call is over or its person was erased.';
comment on function public.move_booking is
  'Moves a call that has not begun, keeps its status, and returns the revision for undo_act; null if the call already '
  'has this time. p_seen is the call as the admin saw it: {"status", "date", "start_time"}. A time that is not offered '
  'needs p_outside. Raises changed_meanwhile, whose detail is the last change as JSON, already_cancelled, call_begun, '
  'form_used, request_gone, slot_taken, date_closed, outside_hours, time_invalid, date_past, date_too_far, '
  'range_invalid or too_busy.';
comment on function public.book_call is
  'Books and confirms a call for a person who asked outside the site, and returns its id. The same p_request_id again '
  'returns the same id; if a value differs or the call was cancelled, it raises form_used with the detail {"id", '
  '"status", "date", "start_time"} as JSON. The booking counts against no cap and waits for no answer. p_details may '
  'have package and phone. Raises the errors of create_booking and move_booking.';
comment on function public.send_reply is
  'Stores an answer to a request and changes the request: its status, an owner if it has none, and the turn. Returns '
  'the revision for undo_act. With subject and body the site mails the answer in a minute; without them, the admin '
  'sent it from their own mail program. p_id is the form''s id. p_times has the times that the text links to on the '
  'visitor''s page of the call, [{"date", "time_slot_id"}]: a visitor who takes one confirms the call. Raises '
  'changed_meanwhile if another admin or the visitor changed the request after p_revision, reply_unfit if the request '
  'no longer allows such an answer, reply_sent if p_id came before with another text, form_used if it came with '
  'another request or was undone, and request_gone.';
comment on function public.keep_call(uuid) is
  'Keeps an upcoming call at its time, although other times were proposed or its date is closed. Closes an open '
  'proposal, confirms a pending call and mails the visitor in a minute; for a confirmed call without a proposal only '
  'logs the act. Returns the revision for undo_act; null if the act is already logged. Raises changed_meanwhile if '
  'there is nothing to keep.';
comment on function public.list_closed_calls() is
  'The upcoming calls on closed dates, the earliest first; "is_asked" is true while a proposal of other times is open, '
  '"is_kept" if an admin kept the call at its time.';
comment on function public.list_replies(uuid) is
  'The mails that admins wrote to a request''s visitor, oldest first. "waits" is true while undo_act can take back the '
  'mail with this "revision".';
comment on function public.get_link_version(uuid) is
  'A booking''s link_version for the text of an answer. Logs no event, unlike copy_visitor_link, because the answer '
  'has one.';
comment on function public.send_proposals(jsonb) is
  'Send_reply of kind ''propose'' to several visitors at once: [{"id", "request_id", "revision", "subject", "body", '
  '"times"}]. Returns by request the revision for undo_act; null for a request that was changed since its "revision", '
  'whose visitor gets no proposal.';
comment on function public.keep_calls(uuid[]) is
  'Keep_call for several calls. Returns its result by call, without the calls that have nothing to keep.';
comment on function public.save_offer_draft(uuid, jsonb, integer) is
  'Stores the draft of a request''s offer, and with p_seen_revision 0 adds the offer; returns id and draft_revision. '
  'Raises changed_meanwhile if the draft''s revision is not p_seen_revision, offer_accepted, or request_gone.';
comment on function public.send_offer is
  'Stores the draft that the admin saw as the offer''s next version, which is valid at once, and returns the '
  'request''s revision. The site mails the link, which answers the request; with p_mailed false the admin mails it and '
  'calls send_reply. Raises changed_meanwhile, invalid_valid_until, offer_accepted, offer_gone or request_gone.';
comment on function public.withdraw_offer is
  'Withdraws the newest version of an offer (p_version) at once, with a reason (or null) for the visitor. If the '
  'visitor knows the offer, the site mails the withdrawal, which answers the request; with p_mailed false the admin '
  'mails it and calls send_reply. Returns the request''s revision. Raises changed_meanwhile if p_version is not the '
  'newest; offer_not_open, offer_accepted, offer_gone or request_gone.';
comment on function public.record_acceptance(uuid, integer, text, integer) is
  'Records that the visitor accepted the newest version (p_version) by e-mail, with the words p_email_text, even after '
  'its last day. Returns the revision for undo_act; only Undo can delete the record before its keep_until. Raises '
  'changed_meanwhile if p_version is not the newest, or was withdrawn or declined; offer_accepted, offer_gone or '
  'request_gone.';
comment on function public.delete_offer(uuid) is
  'Deletes an accepted offer with all its versions after its keep_until. Raises offer_kept before that, and offer_gone '
  'if the offer has no acceptance or does not exist.';
comment on function public.count_offer_guesses(uuid) is
  'How often somebody entered a wrong e-mail address on an offer''s page in the last 24 hours; a new version resets '
  'the count. After five the page accepts no address.';
comment on function public.list_offers(text) is
  'The first 500 offers, all or those whose newest version has one state (''draft'', ''open'', ''expired'', '
  '''accepted'', ''declined'', ''withdrawn''). "is_ours": a result that the studio has not answered yet; "went_out" as '
  'in offer_went_out. Order: such results; open offers, the earliest last day first; drafts; all others, the newest '
  'first. "counts" has the number in each state. "months" (YYYY-MM, studio time) has the open offers by the month of '
  'sending and the accepted ones by the month of acceptance.';
comment on function public.get_calls_to_tell() is
  'The first 500 upcoming calls whose visitors do not know the current state. "state" is that state, "known" the state '
  'that the visitor knows (null: none), "difference" lists the differences (private.difference), "waits" is true if a '
  'mail in the outbox will tell the visitor.';
comment on function public.set_known is
  'Records that they told these visitors the state of their calls. p_seen has, by booking id, the told "state" from '
  'get_calls_to_tell. Returns, by booking id, "revision" for undo_act (null if the visitor knew the state already) and '
  '"is_left", true if the call has changed since, so that the visitor still does not know its current state.';
comment on function public.mail_location(uuid[]) is
  'Mails the location at once to the visitors of these calls who know another location, and returns how many. Skips '
  'calls that are not confirmed, have begun or have an open proposal.';
comment on view public.admin_requests is
  'The rows of the admin''s list, with the rights of the role that reads the view. Sorting and filtering read only the '
  'table requests, so the site asks for the ids of a page first and then for their rows. name_key, email_key and '
  'message_key are folded; the columns is_… are the list''s tabs and the outcomes.';
comment on function public.count_views() is
  'The number of requests in each tab of the admin''s list, and by status and kind, and the time of the count '
  '(read_at). Raises not_admin if the caller is not an admin with an open session.';
comment on function public.search_patterns(text) is
  'A LIKE pattern for search_text from each word or date of a query, such as ''%tuhoe%''.';
comment on function public.export_requests is
  'Bookings and inquiries, newest first, at most 500. For the next page, pass the last row''s created_at, exactly as '
  'returned, as p_before and its id as p_before_id. A page with fewer rows than p_limit is the last. Requests that '
  'arrive after the first page are on no later page.';
comment on function public.get_news(text, integer) is
  'The news of the studio in one request. "caps" has the shared caps that are reached now: the database rejects the '
  'submits that they count until older ones no longer count. "times" has the sums of get_days over the next p_days '
  'days.';
comment on function public.set_calendar_feed(text) is
  'Gives the caller''s calendar feed a new address, whose secret part has this SHA-256 (hex); null switches the feed '
  'off. The former address stops working.';

-- The functions that nothing calls any more. They go last, because a call that began before this step still calls them.

do $step$
begin
drop function private.wrong_codes_at(uuid);
drop function private.search_text(text,text,tsrange,text,text,text);
drop function private.bump_revision(uuid);
drop function private.offered_until(uuid);
drop function private.is_ahead(public.bookings);
drop function private.will_be_known(public.bookings,jsonb);
drop function private.ours_again(timestamp with time zone,timestamp with time zone);
drop function private.kind_of_change(jsonb,jsonb,boolean);
drop function private.add_request(uuid,text,text,timestamp with time zone,timestamp without time zone,text);
drop function private.copy_booking(public.bookings,public.bookings);
drop function private.copy_inquiry(public.inquiries,public.inquiries);
drop function private.prepare_booking();
drop function private.follow_booking();
drop function private.prepare_inquiry();
drop function private.follow_inquiry();
drop function private.calendars_at(timestamp without time zone,timestamp without time zone);
drop function private.erase_offers(uuid);
drop function private.check_caps(text,text,bytea);
drop function private.booked_already(uuid,text,boolean);
drop function private.find_calls_to_tell();
drop function private.seen_state(jsonb);
drop function private.fits_reply(text,public.bookings);
drop function private.reply_event_kind(text,text);
drop function private.email_tries_left(uuid);
drop function private.was_mailed(public.bookings,timestamp with time zone);
drop function private.said_by(private.outbox,public.bookings);
drop function private.lock_leased_mail(uuid,uuid);
end
$step$;
