-- A search is measured before it is folded: folding takes time by the square of the combining marks in a row, and makes three
-- characters of one Korean syllable.

create function private.check_search(p_query text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(p_query) > 200 then
    raise invalid_parameter_value using message = 'query_invalid', hint = 'At most 200 characters.';
  end if;
  return p_query;
end
$$;

-- Of folded text.
create or replace function private.search_patterns(p_query text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(p_query, '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+') word
    where word <> ''
  )
$$;

create or replace function public.list_requests(
  p_query text default '', p_view text default 'all', p_type text default null, p_status text default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 25, p_offset integer default 0
) returns jsonb
language sql stable set search_path = ''
begin atomic
  select private.list_requests(
    private.search_patterns(private.fold_text(private.check_search(coalesce(p_query, '')))), private.studio_today(),
    p_view, p_type, p_status, p_sort, p_descending, p_limit, p_offset);
end;
