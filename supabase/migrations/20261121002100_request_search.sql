-- What the admin's search reads: one text per record, folded and kept by trigger, with a line for each field.

-- Text for comparing without case or diacritics. Combining marks of the Latin, Cyrillic, Hebrew and Arabic scripts go.
-- ASCII, which most text is, has no marks to remove.
create function private.fold_text(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when octet_length(p_text) = char_length(p_text) then lower(p_text)
    else lower(regexp_replace(normalize(p_text, NFD),
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+',
      '', 'g'))
  end
$$;

-- The lines: 1 name, 2 e-mail, 3 type, 4 status, 5 date as shown, 6 date as YYYY-MM-DD, 7 times as shown, 8 message on one line.
-- The list searches the whole and sorts by single lines. An inquiry's lines 5 to 7 are empty.
create function private.search_text(
  p_name text, p_email text, p_type text, p_status text, p_period tsrange, p_message text
) returns text
language sql stable set search_path = ''
as $$
  select private.fold_text(concat_ws(E'\n', p_name, p_email, p_type, p_status,
    coalesce(to_char(lower(p_period), 'Dy FMDD Mon YYYY'), ''),
    coalesce(to_char(lower(p_period), 'YYYY-MM-DD'), ''),
    coalesce(to_char(lower(p_period), 'FMHH12:MI AM') || ' – ' || to_char(upper(p_period), 'FMHH12:MI AM'), ''),
    regexp_replace(coalesce(p_message, ''), '\s+', ' ', 'g')))
$$;

-- Compared byte by byte: the fastest, and the same order on every server.
alter table public.bookings add column search_text text collate "C";
alter table public.inquiries add column search_text text collate "C";

-- They run with the owner's rights, because an admin who changes a status may call nothing in this schema.
create function private.set_booking_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := private.search_text(new.name, new.email, 'booking', new.status, new.period, new.message);
  return new;
end
$$;
create function private.set_inquiry_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := private.search_text(new.name, new.email, 'inquiry', new.status, null, new.message);
  return new;
end
$$;

-- Triggers fire in the order of their names: this one after bookings_period, whose period it reads.
create trigger bookings_search_text before insert or update on public.bookings
for each row execute function private.set_booking_search_text();
create trigger inquiries_search_text before insert or update on public.inquiries
for each row execute function private.set_inquiry_search_text();

update public.bookings set search_text = '';
update public.inquiries set search_text = '';
alter table public.bookings alter column search_text set not null;
alter table public.inquiries alter column search_text set not null;

grant select (search_text) on public.bookings, public.inquiries to authenticated;
