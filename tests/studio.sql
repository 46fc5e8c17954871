-- Additions of the browser tests to the template's database: run_sql runs SQL with every right, and tests.restore
-- restores the template's data.
create schema tests;

-- Only the tests of the first steps show them.
update private.studio_settings set first_steps_put_away = true;

-- Copies each table except private.site_keys, because every studio stores its own key.
do $$
declare
  v_table record;
begin
  for v_table in
    select schemaname, tablename from pg_tables
    where schemaname in ('public', 'private') and tablename <> 'site_keys'
  loop
    execute format('create table tests.%I as table %I.%I', v_table.tablename, v_table.schemaname, v_table.tablename);
  end loop;
end
$$;

-- Runs no triggers, because the copies already hold their results.
create function tests.restore() returns void
language plpgsql set session_replication_role = 'replica'
as $$
declare
  v_table record;
  v_columns text;
begin
  for v_table in
    select t.schemaname, t.tablename from pg_tables t join pg_tables copy using (tablename)
    where t.schemaname in ('public', 'private') and copy.schemaname = 'tests'
  loop
    execute format('delete from %I.%I', v_table.schemaname, v_table.tablename);
    -- Leaves out generated columns: they accept no value.
    select string_agg(quote_ident(c.column_name), ', ') into v_columns
    from information_schema.columns c
    where (c.table_schema, c.table_name, c.is_generated) = (v_table.schemaname, v_table.tablename, 'NEVER');
    execute format('insert into %I.%I (%s) overriding system value select %3$s from tests.%2$I',
      v_table.schemaname, v_table.tablename, v_columns);
  end loop;
end
$$;

-- Runs like a migration: with every right and without a session.
create function public.run_sql(p_sql text) returns void
language plpgsql security definer set search_path = 'public' set request.jwt.claims = ''
as $$
begin
  execute p_sql;
end
$$;
revoke execute on function public.run_sql from public, anon, authenticated;
