-- Two admins edit one weekday: whoever saves second gets an error with the first one's changes, instead of overwriting them unseen.

create table private.weekday_changes (
  id bigint generated always as identity primary key,
  day_of_week smallint not null,
  time_slot_id uuid not null,
  change text not null check (change in ('added', 'removed')),
  -- The admin's e-mail, as the token says.
  changed_by text,
  changed_at timestamptz not null default now()
);
create index weekday_changes_latest on private.weekday_changes (day_of_week, time_slot_id, id desc);
comment on table private.weekday_changes is 'Who put which slot on a weekday or took it off, and when.';

alter table private.weekday_changes enable row level security;
revoke all on private.weekday_changes from public, anon, authenticated, service_role;

create function private.note_weekday_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.recurring_availability := coalesce(new, old);
begin
  insert into private.weekday_changes (day_of_week, time_slot_id, change, changed_by)
  values (v_row.day_of_week, v_row.time_slot_id, case tg_op when 'INSERT' then 'added' else 'removed' end, auth.jwt() ->> 'email');
  return null;
end
$$;
-- Only changes through the API are recorded, not a restored backup or a script.
create trigger recurring_availability_changes after insert or delete on public.recurring_availability
for each row when (auth.jwt() is not null) execute function private.note_weekday_change();

drop function public.replace_recurring_availability(integer, uuid[]);
create function public.replace_recurring_availability(p_day_of_week integer, p_time_slot_ids uuid[], p_seen_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_wanted uuid[] := array(select distinct id from unnest(p_time_slot_ids) id order by id);
  v_seen uuid[] := array(select distinct id from unnest(p_seen_ids) id order by id);
  v_stored uuid[];
begin
  perform private.require_live_admin();
  -- Prevents other writes between the check and the change.
  lock table public.recurring_availability in share row exclusive mode;
  v_stored := array(select r.time_slot_id from public.recurring_availability r where r.day_of_week = p_day_of_week order by 1);
  -- Nothing to do: this is a second try after a lost response.
  if v_stored = v_wanted then
    return;
  end if;
  if v_stored <> v_seen then
    raise exception using message = 'weekday_changed', detail = jsonb_build_object(
      'time_slot_ids', v_stored,
      'changes', (
        select jsonb_agg(jsonb_build_object(
            'change', differing.change, 'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'),
            'by', latest.changed_by, 'at', latest.changed_at) order by s.start_time, s.end_time)
        from (
          select id, case when id = any (v_stored) then 'added' else 'removed' end as change
          from unnest(v_seen || v_stored) id group by id having count(*) = 1
        ) differing
        left join public.time_slots s using (id)
        left join lateral (
          select w.changed_by, w.changed_at from private.weekday_changes w
          where w.day_of_week = p_day_of_week and w.time_slot_id = differing.id and w.change = differing.change
          order by w.id desc limit 1
        ) latest on true))::text;
  end if;
  delete from public.recurring_availability
  where day_of_week = p_day_of_week and time_slot_id <> all (v_wanted);
  insert into public.recurring_availability (day_of_week, time_slot_id)
  select p_day_of_week, unnest(v_wanted)
  on conflict do nothing;
end
$$;
comment on function public.replace_recurring_availability(integer, uuid[], uuid[]) is
  'Makes a weekday''s pattern exactly these slots. One that stays keeps its on or off; exceptions and bookings stay. Refuses with weekday_changed, and who changed what and when as its detail, when p_seen_ids is not what the weekday has.';

revoke execute on function public.replace_recurring_availability(integer, uuid[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.replace_recurring_availability(integer, uuid[], uuid[]) to authenticated;
