-- A search for a day and its month finds the calls of that day, however it is written.

-- Of folded text. A day with its month is one word, written as search_text has it, also '26th November',
-- 'nov 26' and '26/11': as two words '1 dec' would find every call of December with a 1 in its line.
create or replace function private.search_patterns(p_query text) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select '%' || case
        when word[8] is null then
          lpad(ltrim(coalesce(word[1], word[4], word[5]), '0'), 2) || ' '
          || coalesce(left(coalesce(word[2], word[3]), 3), ('{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}'::text[])[word[6]::integer])
          || coalesce(' 20' || word[7], '')
        else regexp_replace(word[8], '([\\%_])', '\\\1', 'g')
      end || '%'
    from regexp_replace(p_query, '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g') query,
      (values ('([0-3]?\d)(?:st|nd|rd|th)?', '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)')) as part (day, month),
      -- Of several that begin at one place the longest counts. Its parts: 1 day and 2 month, 3 month and 4 day,
      -- 5 day, 6 month and 7 year as numbers, or 8 any other word.
      regexp_matches(query,
        '\m' || day || ' ?' || month || '\M|\m' || month || ' ?' || day || '\M|\m([0-3]?\d)/(0?[1-9]|1[0-2])(?:/(?:20)?(\d\d))?\M|([^ ]+)', 'g') word
  )
$$;
