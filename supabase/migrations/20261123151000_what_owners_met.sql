-- What two owners and a stranger met in the admin: a slip in an offer's last day, guesses that keep a
-- client from accepting, checks that null went around, a closed date that was called outside the hours,
-- and searches that take long.

-- 1. Offers: the last day is one that the site can show, a new version begins the count of wrong
-- addresses anew, and admins see the count.

create or replace function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date,
  p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_n integer;
begin
  perform private.require_live_admin();
  v_offer := private.change_offer(p_offer_id, 'sent');
  if v_offer.draft_revision is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  -- The site shows dates up to so many days ahead: a later one is a slip of the year.
  if p_valid_until between private.studio_today() and private.studio_today() + 397 is not true then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_n := coalesce((private.newest_version(p_offer_id)).n, 0) + 1;
  insert into public.offer_versions (offer_id, n, body, text, sha256, total_cents, sent_by, valid_until)
  values (p_offer_id, v_n, p_body, p_text, '', p_total_cents, private.actor(), p_valid_until);
  update public.offers set ended = null, ended_at = null, ended_reason = null where id = p_offer_id;
  -- A stranger with the link must not keep the visitor from accepting this one, too.
  delete from private.offer_guesses where offer_id = p_offer_id;
  perform private.drop_offer_mails(p_offer_id, 'studio', 'offer_declined');
  perform private.drop_offer_mails(p_offer_id, 'visitor', 'offer_withdrawn');
  if p_mailed then
    perform private.write_offer_mail(p_offer_id, 'visitor', 'offer');
    perform private.answer_with_offer(v_offer, true);
  end if;
  return v_n;
end
$$;

create or replace function public.count_offer_guesses(p_offer_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*) from private.offer_guesses g where g.offer_id = p_offer_id and g.guessed_at > now() - interval '24 hours');
end
$$;
comment on function public.count_offer_guesses(uuid) is
  'For admins: how many wrong e-mail addresses were typed on an offer''s page in 24 hours, since its newest version was sent. At five it takes none any more.';
revoke execute on function public.count_offer_guesses from public, anon, authenticated, service_role;
grant execute on function public.count_offer_guesses to authenticated;

-- 2. A note's id that comes with another request changes nothing.

create or replace function public.add_note(p_id uuid, p_request_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_type text;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_request_id);
  -- The id comes from the form: a note that is sent again after a lost response is stored once, as it is then.
  insert into public.request_notes (id, booking_id, inquiry_id, author, body)
  values (p_id, case v_type when 'booking' then p_request_id end, case v_type when 'inquiry' then p_request_id end, private.caller_id(), p_body)
  on conflict (id) do update set body = excluded.body
  where request_notes.author = private.caller_id() and coalesce(request_notes.booking_id, request_notes.inquiry_id) = p_request_id
    and request_notes.body <> excluded.body;
  if found then
    perform private.note_event(v_type, p_request_id, 'note', 'added');
  elsif private.find_own_note(p_id) <> p_request_id then
    raise exception using message = 'not_your_note';
  end if;
end
$$;
comment on function public.add_note(uuid, uuid, text) is
  'Adds the caller''s note (at most 5,000 characters) to a request. Raises request_gone, and not_your_note when the id is that of another note.';

-- 3. Who does not say what they saw is refused.

create or replace function public.set_owner(p_request_id uuid, p_owner uuid default null, p_seen jsonb default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_email text;
  v_type text;
  v_now uuid;
begin
  perform private.require_live_admin();
  if p_owner is not null then
    select a.email into v_email from public.list_admins() a where a.id = p_owner;
    if not found then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  v_type := private.touch_request(p_request_id);
  select b.owner into v_now from public.bookings b where b.id = p_request_id
  union all
  select i.owner from public.inquiries i where i.id = p_request_id;
  if v_now is distinct from (p_seen ->> 'owner')::uuid and v_now is distinct from p_owner then
    raise exception using message = 'owner_changed', detail = coalesce((select a.email from public.list_admins() a where a.id = v_now), '');
  end if;
  perform private.note_event(v_type, p_request_id, 'owner', v_email);
  update public.bookings set owner = p_owner where id = p_request_id;
  update public.inquiries set owner = p_owner where id = p_request_id;
end
$$;
comment on function public.set_owner is
  'Gives a request to an admin, or to nobody. Raises no_such_admin, request_gone when its person was erased, and owner_changed with the owner''s e-mail address when somebody else has it than p_seen says: {"owner": user id or null}, null for nobody.';

-- Raises changed_meanwhile when somebody else has changed the request since this revision was read, or
-- none is said to have been.
create or replace function private.check_seen(p_id uuid, p_revision integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_revision is null or exists (
    select from public.request_events e
    where (e.booking_id = p_id or e.inquiry_id = p_id) and e.revision > p_revision and e.actor <> private.actor())
  then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

create or replace function public.set_told(p_booking_ids uuid[], p_told boolean, p_seen jsonb default null) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_seen jsonb;
  v_changed uuid[] := '{}';
begin
  perform private.require_live_admin();
  if p_told and p_seen is null then
    raise exception using message = 'changed_meanwhile';
  end if;
  for v_booking in
    select * from public.bookings b where b.id = any (p_booking_ids) and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    v_seen := null;
    if p_told and p_seen ? v_booking.id::text then
      select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'), 'location', left(s.location, 500))
        || case when s.closed is null then '{}' else jsonb_build_object('closed', s.closed) end
      into v_seen
      from jsonb_to_record(p_seen -> v_booking.id::text) s (status text, date date, start_time time, location text, closed date);
    end if;
    if v_seen is not null and private.is_untold(v_booking, v_seen) then
      -- They know what this admin has told them, which is not how it stands by now.
      perform private.note_known(v_booking.id, v_seen);
      v_changed := v_changed || v_booking.id;
    elsif p_told and v_booking.untold_since is not null then
      update public.bookings set untold_since = null where id = v_booking.id;
    elsif not p_told and v_booking.untold_since is null and private.is_untold(v_booking, v_booking.untold_from) then
      update public.bookings set untold_since = now() where id = v_booking.id;
    else
      continue;
    end if;
    perform private.note_event('booking', v_booking.id, 'told', case when not p_told then 'taken back' end);
  end loop;
  return v_changed;
end
$$;
comment on function public.set_told is
  'For an admin who has told these visitors themselves how their calls stand; with false, takes that back. p_seen has by id the "state" in which '
  'get_untold_calls showed them, as their visitors know them now. Returns those that have changed since, which are still untold. Raises '
  'changed_meanwhile without p_seen.';

create or replace function public.move_booking(
  p_booking_id uuid, p_seen jsonb, p_date date, p_start_time time, p_end_time time, p_outside boolean default false
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_slot_id uuid;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_booking_id);
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found then
    raise exception using message = 'request_gone';
  end if;
  -- Nothing to do: this is a second try after a lost response.
  if (lower(v_booking.period), upper(v_booking.period)) = (p_date + p_start_time, p_date + p_end_time) and v_booking.status <> 'cancelled' then
    return;
  end if;
  if private.booking_state(v_booking) is distinct from p_seen then
    raise exception using message = 'changed_meanwhile', detail = coalesce((
      select jsonb_build_object('actor', e.actor, 'kind', e.kind, 'before', e.before, 'after', e.after)::text
      from public.request_events e where e.booking_id = p_booking_id and e.kind = 'change' order by e.id desc limit 1), '');
  end if;
  if v_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if private.starts_at(v_booking) <= now() then
    raise exception using message = 'call_begun';
  end if;
  v_slot_id := private.find_slot(p_date, p_start_time, p_end_time, p_outside, p_booking_id);
  update public.bookings set date = p_date, time_slot_id = v_slot_id where id = p_booking_id;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.move_booking is
  'For admins: moves a call that has not begun; its status stays. p_seen is the call as the admin saw it: {"status", "date", "start_time"}. A time '
  'that is not offered needs p_outside. Raises changed_meanwhile, whose detail is the last change as JSON, already_cancelled, call_begun, '
  'request_gone, slot_taken, date_closed, outside_hours, time_invalid, date_past, date_too_far, range_invalid or too_busy.';

-- 4. A closed date says so, and why; a taken time says by whom.

create or replace function private.find_slot(p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_zone constant text := private.studio_zone();
  v_starts constant timestamp := p_date + p_start;
  v_ends constant timestamp := p_date + p_end;
  v_id uuid;
  v_detail jsonb;
begin
  perform private.check_dates(p_date, p_date);
  if (p_end - p_start between interval '5 minutes' and interval '8 hours' and extract(second from p_start) = 0 and extract(second from p_end) = 0
    and v_starts at time zone v_zone at time zone v_zone = v_starts and v_ends at time zone v_zone at time zone v_zone = v_ends
    and v_ends at time zone v_zone - v_starts at time zone v_zone = v_ends - v_starts) is not true
  then
    raise exception using message = 'time_invalid';
  end if;
  if v_starts at time zone v_zone <= now() then
    raise exception using message = 'date_past';
  end if;
  select jsonb_build_object('name', b.name, 'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
  into v_detail from public.bookings b
  where b.status <> 'cancelled' and b.period && tsrange(v_starts, v_ends) and b.id is distinct from p_except
  order by b.period limit 1;
  if found then
    raise exception using message = 'slot_taken', detail = v_detail::text;
  end if;
  select s.id into v_id from private.slots_between(p_date, p_date) s
  where s.start_time = p_start and s.end_time = p_end and s.is_offered;
  if found then
    return v_id;
  end if;
  if p_outside is not true then
    select jsonb_build_object('reason', c.reason) into v_detail from public.closed_dates c where c.date = p_date;
    if found then
      raise exception using message = 'date_closed', detail = v_detail::text;
    end if;
    raise exception using message = 'outside_hours';
  end if;
  insert into public.time_slots (start_time, end_time, duration_minutes)
  values (p_start, p_end, extract(epoch from p_end - p_start) / 60)
  on conflict (start_time, end_time) do nothing;
  -- Locked, so that nobody deletes it before it is used.
  select s.id into v_id from public.time_slots s where s.start_time = p_start and s.end_time = p_end for key share;
  return v_id;
end
$$;

-- 5. A search has eight words that count, and PostgREST ends it after four seconds.

create or replace function private.search_patterns(p_query text) returns text[]
language sql stable set search_path = ''
as $$
  select array(select pattern from (
    select distinct '%' || case
        when word[8] is null then
          lpad(ltrim(coalesce(word[1], word[4], word[5]), '0'), 2) || ' '
          || coalesce(left(coalesce(word[2], word[3]), 3), ('{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}'::text[])[word[6]::integer])
          || coalesce(' 20' || word[7], '')
        else regexp_replace(word[8], '([\\%_])', '\\\1', 'g')
      end || '%' as pattern
    from regexp_replace(p_query, '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g') query,
      (values ('([0-3]?\d)(?:st|nd|rd|th)?', '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)')) as part (day, month),
      -- Of several that begin at one place the longest counts. Its parts: 1 day and 2 month, 3 month and 4 day,
      -- 5 day, 6 month and 7 year as numbers, or 8 any other word.
      regexp_matches(query,
        '\m' || day || ' ?' || month || '\M|\m' || month || ' ?' || day || '\M|\m([0-3]?\d)/(0?[1-9]|1[0-2])(?:/(?:20)?(\d\d))?\M|([^ ]+)', 'g') word
  ) patterns order by length(pattern) desc, pattern limit 8)
$$;

alter function public.list_requests set statement_timeout = '4s';
