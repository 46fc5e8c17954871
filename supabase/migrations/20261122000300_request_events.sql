-- The history of bookings and inquiries: who changed one, when, from what to what. Written by triggers only.

create table public.request_events (
  id bigint generated always as identity primary key,
  booking_id uuid references public.bookings on delete cascade,
  inquiry_id uuid references public.inquiries on delete cascade,
  at timestamptz not null default now(),
  -- 'visitor', or the e-mail of an admin.
  actor text not null,
  -- A state is {"status"}, for a booking with "date" and "start_time" (HH:MM). Null before the first.
  before jsonb,
  after jsonb not null,
  constraint request_events_one_request check (num_nonnulls(booking_id, inquiry_id) = 1)
);
create index request_events_booking on public.request_events (booking_id, id) where booking_id is not null;
create index request_events_inquiry on public.request_events (inquiry_id, id) where inquiry_id is not null;

alter table public.request_events enable row level security;
revoke all on public.request_events from public, anon, authenticated, service_role;
grant select on public.request_events to authenticated;
create policy "Admins read what became of requests" on public.request_events
  for select to authenticated using ((select public.is_admin()));

create function private.actor() returns text
language sql stable set search_path = ''
as $$ select case when public.is_admin() then coalesce(auth.jwt() ->> 'email', 'an admin') else 'visitor' end $$;

create function private.booking_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', (p_booking).status, 'date', (p_booking).date, 'start_time', to_char(lower((p_booking).period), 'HH24:MI'))
$$;

create function private.note_booking_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.request_events (booking_id, actor, after) values (new.id, private.actor(), private.booking_state(new));
  elsif private.booking_state(old) <> private.booking_state(new) then
    insert into public.request_events (booking_id, actor, before, after)
    values (new.id, private.actor(), private.booking_state(old), private.booking_state(new));
  end if;
  return null;
end
$$;

create function private.note_inquiry_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.request_events (inquiry_id, actor, after)
    values (new.id, private.actor(), jsonb_build_object('status', new.status));
  elsif old.status <> new.status then
    insert into public.request_events (inquiry_id, actor, before, after)
    values (new.id, private.actor(), jsonb_build_object('status', old.status), jsonb_build_object('status', new.status));
  end if;
  return null;
end
$$;

create function private.erase_request_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.request_events where booking_id = new.id or inquiry_id = new.id;
  return null;
end
$$;

-- Only changes through the API are recorded. A restored backup brings its own events.
create trigger bookings_events after insert or update on public.bookings
for each row when (auth.jwt() is not null) execute function private.note_booking_event();
create trigger inquiries_events after insert or update on public.inquiries
for each row when (auth.jwt() is not null) execute function private.note_inquiry_event();

-- Triggers run in the order of their names, so these come after those.
create trigger bookings_events_erased after update of email on public.bookings
for each row when (new.email = 'erased@erased.invalid') execute function private.erase_request_events();
create trigger inquiries_events_erased after update of email on public.inquiries
for each row when (new.email = 'erased@erased.invalid') execute function private.erase_request_events();
