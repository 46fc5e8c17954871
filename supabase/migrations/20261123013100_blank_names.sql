-- A name of which nothing shows is missing: the admin's list would have a row without a name, which nobody can open.

create or replace function private.check_sender(p_name text, p_email text, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  -- Default_Ignorable_Code_Point, for use in brackets.
  v_ignored constant text := '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff';
  -- Every space, and the Braille pattern without a dot.
  v_blank constant text := ' \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800';
begin
  if coalesce(char_length(p_name), 0) not between 1 and 100 then
    raise exception using message = 'invalid_name';
  end if;
  if coalesce(char_length(p_email), 0) not between 1 and 254 then
    raise exception using message = 'invalid_email';
  end if;
  if p_message is not null and char_length(p_message) not between 1 and 5000 then
    raise exception using message = 'invalid_message';
  end if;
  -- The length is checked before the patterns, so that they never run on long text.
  if not private.is_clean_text(p_name) or p_name !~ ('[^' || v_blank || v_ignored || ']') then
    raise exception using message = 'invalid_name';
  end if;
  if p_email !~ '^[^\s@.]+(\.[^\s@.]+)*@([a-zA-Z0-9\u0080-\U0010FFFF-]+\.)+[a-zA-Z0-9\u0080-\U0010FFFF-]{2,}$'
     or p_email ~ '\s' or position('@' in p_email) > 65 or not private.is_clean_text(p_email)
     or p_email is not nfkc normalized or p_email ~ '["(),:;<>\\\[\]\u3002]'
     or lower(p_email) = 'erased@erased.invalid'
     or p_email ~ ('[' || v_ignored || ']')
  then
    raise exception using message = 'invalid_email';
  end if;
  if not private.is_clean_text(p_message, true) then
    raise exception using message = 'invalid_message';
  end if;
end
$$;
