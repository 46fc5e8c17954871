-- What visitors send: bookings, which hold a time, and inquiries, which do not.

-- Text as we store it: trimmed of every space that Unicode knows (so a name of spaces is empty), NFC, no bidi overrides, no control characters (line breaks and tabs only in a message).
-- It calls nothing in this schema: a CHECK runs it for roles without usage on the schema.
create function private.is_clean_text(p_text text, p_multiline boolean default false) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text !~ '^[\t\n \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
     and p_text !~ '[\t\n \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
     and p_text is nfc normalized
     and p_text !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]'
     and (p_multiline or p_text !~ '[\t\n]')
$$;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  date date not null,
  time_slot_id uuid not null references public.time_slots,
  message text,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled')),
  created_at timestamptz not null default now(),
  period tsrange not null,
  request_id uuid not null default gen_random_uuid(),
  constraint bookings_name check (char_length(name) between 1 and 100 and private.is_clean_text(name)),
  constraint bookings_email check (
    char_length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and private.is_clean_text(email)
  ),
  constraint bookings_message check (char_length(message) between 1 and 5000 and private.is_clean_text(message, true)),
  -- Two calls can never overlap, whatever slots they were booked through. The founders are one calendar.
  constraint bookings_no_overlap exclude using gist (period with &&) where (status <> 'cancelled')
);
create unique index bookings_request on public.bookings (request_id, lower(email), date, time_slot_id);
create index bookings_slot on public.bookings (time_slot_id);
create index bookings_email on public.bookings (lower(email));
create index bookings_created on public.bookings (created_at desc, id);

create function private.set_booking_period() returns trigger
language plpgsql set search_path = ''
as $$
begin
  select tsrange(new.date + s.start_time, new.date + s.end_time) into new.period
  from public.time_slots s where s.id = new.time_slot_id;
  return new;
end
$$;
-- Fires for period too, so that a written period is replaced by that of the date and the slot.
create trigger bookings_period before insert or update of date, time_slot_id, period on public.bookings
for each row execute function private.set_booking_period();

create table public.inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  message text,
  status text not null default 'new' check (status in ('new', 'read', 'replied', 'archived')),
  created_at timestamptz not null default now(),
  request_id uuid not null default gen_random_uuid(),
  constraint inquiries_name check (char_length(name) between 1 and 100 and private.is_clean_text(name)),
  constraint inquiries_email check (
    char_length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and private.is_clean_text(email)
  ),
  constraint inquiries_message check (char_length(message) between 1 and 5000 and private.is_clean_text(message, true))
);
create index inquiries_request on public.inquiries (request_id);
create index inquiries_email on public.inquiries (lower(email));
create index inquiries_created on public.inquiries (created_at desc, id);
