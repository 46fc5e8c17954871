-- A token stays valid for up to an hour after it was issued. Its claims are enough to read. For every write of an admin the database checks
-- that the session is still open, and that its account still has the role and is not banned.

create function private.is_live_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_admin() and exists (
    select 1
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = case
        when auth.jwt() ->> 'session_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then (auth.jwt() ->> 'session_id')::uuid
      end
      and u.raw_app_meta_data ->> 'role' = 'admin'
      and (u.banned_until is null or u.banned_until <= now()))
$$;
comment on function private.is_live_admin() is
  'Whether the caller''s token carries the admin role, and the session it is of is still open, by an admin who is not banned.';

create function private.require_live_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_live_admin() then
    raise insufficient_privilege using message = 'not_admin';
  end if;
end
$$;

-- Permissive policies are OR-ed, so each `for all` policy becomes one for select and one for each kind of write.
drop policy "Admins manage slots" on public.time_slots;
drop policy "Admins manage the weekday pattern" on public.recurring_availability;
drop policy "Admins manage exceptions" on public.availability;
drop policy "Admins change bookings" on public.bookings;
drop policy "Admins change inquiries" on public.inquiries;

create policy "Admins read slots" on public.time_slots
  for select to authenticated using ((select public.is_admin()));
create policy "Admins add slots" on public.time_slots
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins delete slots" on public.time_slots
  for delete to authenticated using ((select private.is_live_admin()));

create policy "Admins read the weekday pattern" on public.recurring_availability
  for select to authenticated using ((select public.is_admin()));
create policy "Admins add to the weekday pattern" on public.recurring_availability
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins change the weekday pattern" on public.recurring_availability
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));
create policy "Admins delete from the weekday pattern" on public.recurring_availability
  for delete to authenticated using ((select private.is_live_admin()));

create policy "Admins read exceptions" on public.availability
  for select to authenticated using ((select public.is_admin()));
create policy "Admins add exceptions" on public.availability
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins change exceptions" on public.availability
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

create policy "Admins change bookings" on public.bookings
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));
create policy "Admins change inquiries" on public.inquiries
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

create or replace function public.erase_person(p_email text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_bookings integer;
  v_inquiries integer;
begin
  perform private.require_live_admin();
  -- A new request id, because requests of old data may differ only in their e-mail addresses, which are now the same.
  update public.bookings
  set name = 'Erased', email = 'erased@erased.invalid', message = null, request_id = gen_random_uuid()
  where lower(email) = lower(p_email);
  get diagnostics v_bookings = row_count;
  update public.inquiries set name = 'Erased', email = 'erased@erased.invalid', message = null
  where lower(email) = lower(p_email);
  get diagnostics v_inquiries = row_count;
  return v_bookings + v_inquiries;
end
$$;
