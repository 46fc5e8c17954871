-- The studio's hours: the weekly pattern, exceptions to it, and closed dates. Times are on the studio's wall
-- clock, not instants.

create table public.time_slots (
  id uuid primary key default gen_random_uuid(),
  start_time time(0) not null check (extract(second from start_time) = 0),
  end_time time(0) not null check (extract(second from end_time) = 0),
  duration_minutes integer not null,
  unique (start_time, end_time),
  constraint time_slots_end_after_start check (end_time > start_time and end_time < time '24:00'),
  constraint time_slots_duration check (duration_minutes = extract(epoch from end_time - start_time) / 60)
);
comment on table public.time_slots is
  'Slots on the studio''s wall clock. Rows are inserted and deleted, never updated.';

create table public.time_slot_presets (
  duration_minutes integer primary key check (duration_minutes between 5 and 480)
);
comment on table public.time_slot_presets is 'The durations that the form of the hours offers.';

create table public.recurring_availability (
  day_of_week smallint not null check (day_of_week between 0 and 6),
  time_slot_id uuid not null references public.time_slots on delete cascade,
  is_available boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (day_of_week, time_slot_id)
);
comment on table public.recurring_availability is 'The weekly pattern. day_of_week: 0 = Monday … 6 = Sunday.';
create index recurring_availability_slot on public.recurring_availability (time_slot_id);

create table public.availability (
  date date not null,
  time_slot_id uuid not null references public.time_slots on delete cascade,
  is_available boolean not null,
  updated_at timestamptz not null default now(),
  overrides_closure boolean not null,
  primary key (date, time_slot_id),
  -- The same years as in lib/dates.ts.
  constraint availability_date check (date between '2000-01-01' and '2199-12-31'),
  constraint availability_overrides_only_on check (is_available or not overrides_closure)
);
comment on table public.availability is
  'Exceptions to the weekly pattern: a row offers or withholds one slot on one date, and overrides its weekday.';
comment on column public.availability.overrides_closure is
  'True if an admin switched the slot on while its date was closed: the site then offers the slot in spite of the '
  'closure. A trigger sets this column.';
create index availability_slot on public.availability (time_slot_id);

create table public.closed_dates (
  date date primary key,
  reason text check (char_length(reason) between 1 and 200),
  closed_at timestamptz not null default now(),
  constraint closed_dates_date check (date between '2000-01-01' and '2199-12-31')
);
comment on column public.closed_dates.closed_at is
  'The studio''s turn for the confirmed calls on the date begins then.';

-- True if the date is closed, unless an admin opened this one slot on it (overrides_closure).
create function private.is_on_closed_date(p_date date, p_time_slot_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.closed_dates c where c.date = p_date)
    and not exists (
      select from public.availability a
      where (a.date, a.time_slot_id) = (p_date, p_time_slot_id) and a.overrides_closure)
$$;

create function private.set_overrides_closure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Keeps the value that a restored backup inserts.
  if tg_op = 'UPDATE' or new.overrides_closure is null then
    new.overrides_closure := new.is_available and exists (select 1 from public.closed_dates c where c.date = new.date);
  end if;
  return new;
end
$$;
create trigger availability_overrides_closure before insert or update of is_available on public.availability
for each row execute function private.set_overrides_closure();
