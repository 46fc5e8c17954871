-- Nobody is behind an erased record any more: its call can be cancelled and its message put away, and that is all.

create function private.refuse_erased() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using message = 'person_erased';
end
$$;

create trigger bookings_erased before update of status, location on public.bookings
for each row when (
  old.email = 'erased@erased.invalid'
  and (new.location is not null or new.status is distinct from old.status and new.status <> 'cancelled'))
execute function private.refuse_erased();

create trigger inquiries_erased before update of status on public.inquiries
for each row when (
  old.email = 'erased@erased.invalid' and new.status is distinct from old.status and new.status <> 'archived')
execute function private.refuse_erased();
