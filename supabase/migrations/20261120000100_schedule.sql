-- The schedule: which wall-clock slots exist and on which weekdays and dates they are offered.
-- Times are wall-clock in the studio's zone and are never stored as instants.

-- API roles have no usage on this schema, so they cannot call its functions, which therefore need no revokes.
create schema private;
comment on schema private is 'Helpers and tables that no API role may reach.';

-- The one place in the database that names the studio's zone.
create function private.studio_zone() returns text
language sql immutable set search_path = ''
as $$ select 'Pacific/Auckland' $$;

create function private.studio_today() returns date
language sql stable set search_path = ''
as $$ select (now() at time zone private.studio_zone())::date $$;

-- 0 = Monday … 6 = Sunday. The only place where a date becomes a weekday id.
create function private.weekday(p_date date) returns smallint
language sql immutable set search_path = ''
as $$ select (extract(isodow from p_date) - 1)::smallint $$;

create table public.time_slots (
  id uuid primary key default gen_random_uuid(),
  start_time time(0) not null check (extract(second from start_time) = 0),
  end_time time(0) not null check (extract(second from end_time) = 0),
  duration_minutes integer not null,
  unique (start_time, end_time),
  constraint time_slots_end_after_start check (end_time > start_time and end_time < time '24:00'),
  constraint time_slots_duration check (duration_minutes = extract(epoch from end_time - start_time) / 60)
);

create table public.time_slot_presets (
  duration_minutes integer primary key check (duration_minutes between 5 and 480)
);

create table public.recurring_availability (
  day_of_week smallint not null check (day_of_week between 0 and 6),
  time_slot_id uuid not null references public.time_slots on delete cascade,
  is_available boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (day_of_week, time_slot_id)
);
create index recurring_availability_slot on public.recurring_availability (time_slot_id);

create table public.availability (
  date date not null,
  time_slot_id uuid not null references public.time_slots on delete cascade,
  is_available boolean not null,
  updated_at timestamptz not null default now(),
  primary key (date, time_slot_id)
);
create index availability_slot on public.availability (time_slot_id);
comment on table public.availability is 'Exceptions to the weekday pattern: one slot on one date (spec 3).';
