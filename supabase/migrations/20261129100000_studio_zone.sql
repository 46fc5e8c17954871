-- The site asks for the database's time zone, and says so if it has another: then bookings would be on the wrong day.

create function public.get_studio_zone() returns text
language sql stable security definer set search_path = ''
as $$ select private.studio_zone() $$;
comment on function public.get_studio_zone() is 'The studio''s time zone, by its IANA name: the site compares it with its own.';
revoke execute on function public.get_studio_zone from public, anon, authenticated, service_role;
grant execute on function public.get_studio_zone to anon, authenticated;
