-- What the browser tests add to the template's database: running SQL with every right, and putting the data back as the template has them.
create schema tests;

-- A copy of each table but private.site_keys: every studio stores a key of its own.
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

-- Runs no triggers: the copies already hold what triggers wrote.
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
    -- A column that is computed from others takes no value.
    select string_agg(quote_ident(c.column_name), ', ') into v_columns
    from information_schema.columns c
    where (c.table_schema, c.table_name, c.is_generated) = (v_table.schemaname, v_table.tablename, 'NEVER');
    execute format('insert into %I.%I (%s) overriding system value select %3$s from tests.%2$I',
      v_table.schemaname, v_table.tablename, v_columns);
  end loop;
end
$$;

-- Runs as a migration does: with every right, and with nobody signed in.
create function public.run_sql(p_sql text) returns void
language plpgsql security definer set search_path = 'public' set request.jwt.claims = ''
as $$
begin
  execute p_sql;
end
$$;
revoke execute on function public.run_sql from public, anon, authenticated;
