-- What a Supabase database has before the project's first migration, as far as this project uses it: the API
-- roles, the auth schema with the claims functions, the realtime publication. Applied to PGlite and to a plain PostgreSQL.

do $$
declare
  v_role text;
begin
  foreach v_role in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select 1 from pg_roles where rolname = v_role) then
      execute format('create role %I nologin noinherit', v_role);
    end if;
  end loop;
end
$$;
alter role service_role bypassrls;
grant usage on schema public to anon, authenticated, service_role;

-- Hosted projects grant new tables to the API roles by default; the migrations must revoke that themselves.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

create schema auth;
grant usage on schema auth to anon, authenticated, service_role;

create function auth.jwt() returns jsonb
language sql stable
as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

create publication supabase_realtime;
