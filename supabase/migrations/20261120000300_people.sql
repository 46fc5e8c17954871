-- Who may read and write which table. Everything is revoked first, because hosted projects differ in their default
-- grants, and then granted by name. Only admins may use the tables; visitors have functions only.

create function public.is_admin() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false) $$;
comment on function public.is_admin() is 'Whether the caller''s token carries the admin role.';

create function private.require_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise insufficient_privilege using message = 'not_admin';
  end if;
end
$$;

revoke all on public.time_slots, public.time_slot_presets, public.recurring_availability, public.availability,
  public.bookings, public.inquiries from public, anon, authenticated, service_role;
revoke execute on function public.is_admin() from public, anon, authenticated, service_role;

alter table public.time_slots enable row level security;
alter table public.time_slot_presets enable row level security;
alter table public.recurring_availability enable row level security;
alter table public.availability enable row level security;
alter table public.bookings enable row level security;
alter table public.inquiries enable row level security;

grant execute on function public.is_admin() to authenticated;
grant select, insert, delete on public.time_slots to authenticated;
grant select on public.time_slot_presets to authenticated;
grant select, insert, update, delete on public.recurring_availability to authenticated;
grant select, insert, update on public.availability to authenticated;
grant select (id, name, email, date, time_slot_id, message, status, created_at), update (status)
  on public.bookings to authenticated;
grant select (id, name, email, message, status, created_at), update (status)
  on public.inquiries to authenticated;

create policy "Admins manage slots" on public.time_slots
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins read presets" on public.time_slot_presets
  for select to authenticated using ((select public.is_admin()));
create policy "Admins manage the weekday pattern" on public.recurring_availability
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins manage exceptions" on public.availability
  for all to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins read bookings" on public.bookings
  for select to authenticated using ((select public.is_admin()));
create policy "Admins change bookings" on public.bookings
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "Admins read inquiries" on public.inquiries
  for select to authenticated using ((select public.is_admin()));
create policy "Admins change inquiries" on public.inquiries
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
