-- The search reads fewer ways of writing a date: '26 nov', '26 november' and '26/11'. For the last, the fourth line of
-- search_text also has the date as ' 26/11/2026', in existing rows too.

CREATE OR REPLACE FUNCTION private.search_text(p_name text, p_email text, p_period tsrange, p_message text, p_phone text, p_package text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.fold_text(concat_ws(E'\n', p_name, p_email,
    coalesce(to_char(lower(p_period), 'Dy FMDD Mon YYYY'), ''),
    coalesce(to_char(lower(p_period), 'YYYY-MM-DD FMDD/FMMM/YYYY'), ''),
    coalesce(to_char(lower(p_period), 'FMHH12:MI AM') || ' – ' || to_char(upper(p_period), 'FMHH12:MI AM'), ''),
    regexp_replace(coalesce(p_message, ''), '\s+', ' ', 'g'),
    coalesce(p_phone || ' ' || regexp_replace(p_phone, '[^+0-9]', '', 'g'), ''),
    coalesce(p_package, '')))
$function$;

-- Reads only the row itself, so that a request that changes meanwhile keeps its new text.
update public.requests
set search_text = regexp_replace(search_text,
  E'\n' || to_char(starts, 'YYYY-MM-DD') || E'\n', E'\n' || to_char(starts, 'YYYY-MM-DD FMDD/FMMM/YYYY') || E'\n')
where starts is not null;

CREATE OR REPLACE FUNCTION public.search_patterns(p_query text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if char_length(p_query) > 200 then
    raise invalid_parameter_value using message = 'query_invalid', hint = 'At most 200 characters.';
  end if;
  return array(select pattern from (
    select distinct '%' || coalesce(
        lpad(word[1], 2) || ' ' || left(word[2], 3),
        regexp_replace(regexp_replace(word[3], '^0?(\d\d?)/0?(\d\d?)$', ' \1/\2/'), '([\\%_])', '\\\1', 'g')) || '%' as pattern
    from regexp_replace(private.fold_text(p_query), '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g') query,
      regexp_matches(query, -- a day and a month, or any other word
        '\m0?([0-3]?\d) (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\M|([^ ]+)', 'g') word
  ) patterns order by length(pattern) desc, pattern limit 8);
end
$function$;

comment on function public.search_patterns(text) is
  'For admins: a LIKE pattern for search_text from each word of a query, such as ''%tuhoe%''. Reads dates as people write them: ''26 Nov'', ''26/11''.';
