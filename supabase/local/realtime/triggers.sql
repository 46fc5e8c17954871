-- Each change of a published table is notified with table, operation and key, never with values. Run at each start.
create schema if not exists embedded;
create or replace function embedded.tell_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
begin
  perform pg_notify('embedded_changes', jsonb_build_object(
    'table', tg_table_name,
    'type', tg_op,
    'key', (select jsonb_object_agg(name, v_new -> name) from unnest(tg_argv) name),
    'old_key', (select jsonb_object_agg(name, v_old -> name) from unnest(tg_argv) name),
    'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text);
  return null;
end
$$;

do $$
declare
  v_table record;
begin
  for v_table in
    select p.tablename, string_agg(quote_literal(a.attname), ', ') as key
    from pg_publication_tables p
    join pg_constraint c on c.conrelid = format('%I.%I', p.schemaname, p.tablename)::regclass and c.contype = 'p'
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where p.pubname = 'supabase_realtime' and p.schemaname = 'public'
    group by p.tablename
  loop
    execute format(
      'create or replace trigger embedded_tell_change after insert or update or delete on public.%I
       for each row execute function embedded.tell_change(%s)', v_table.tablename, v_table.key);
  end loop;
end
$$;
