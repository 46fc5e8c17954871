-- Sends a notification for each change of a published table, with the row after the change. A notification has less
-- than 8,000 bytes, so a large change is sent in parts. Each part begins with the number of the change, the number of
-- the part and a flag for the last part; the numbers keep Postgres from dropping equal parts. The server runs this
-- script at each start.
create schema if not exists embedded;
create sequence if not exists embedded.changes;
create or replace function embedded.tell_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_change constant text := jsonb_build_object(
    'table', tg_table_name,
    'type', tg_op,
    'row', case when tg_op <> 'DELETE' then to_jsonb(new) end,
    'old_key', (select jsonb_object_agg(name, v_old -> name) from unnest(tg_argv) name where tg_op <> 'INSERT'));
  v_number constant bigint := nextval('embedded.changes');
  v_part_length constant integer := 1900; -- characters, each of up to four bytes
  v_parts constant integer := ceil(char_length(v_change) / v_part_length::numeric);
begin
  perform pg_notify('embedded_changes',
    format('%s %s %s ', v_number, n, n = v_parts) || substr(v_change, (n - 1) * v_part_length + 1, v_part_length))
  from generate_series(1, v_parts) n;
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
