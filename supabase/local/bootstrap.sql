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

-- Accounts, as far as password sign-in needs them. Row-level security without a policy: only the auth service reaches them.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  encrypted_password text not null,
  email_confirmed_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  raw_app_meta_data jsonb not null,
  raw_user_meta_data jsonb not null,
  identity_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- How it was opened, 'password' or 'otp'; GoTrue has that in a table of its own.
  method text not null default 'password',
  created_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);
create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token text not null unique,
  session_id uuid not null references auth.sessions on delete cascade,
  parent text,
  revoked boolean not null default false,
  updated_at timestamptz not null default now()
);
create index refresh_tokens_session on auth.refresh_tokens (session_id);
alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
