-- Another calendar under an id that is taken is refused. It was passed over without a word, as if it had been added.

create or replace function public.add_calendar(
  p_id uuid, p_label text, p_host text, p_address text, p_all_day_busy boolean, p_busy text, p_has_events boolean
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  -- One at a time, or two together could exceed six. (6 is that of claim_mail.)
  perform pg_advisory_xact_lock(8, 0);
  -- A second press, or a second try after a lost response.
  if exists (select from private.calendars c where c.id = p_id) then
    -- Addresses cannot be compared: each sealing of one is another text.
    if not exists (select from private.calendars c where c.id = p_id and (c.label, c.host, c.all_day_busy) = (p_label, p_host, p_all_day_busy)) then
      raise exception using message = 'calendar_differs';
    end if;
    return;
  end if;
  if (select count(*) from private.calendars) >= 6 then
    raise exception using message = 'too_many_calendars';
  end if;
  insert into private.calendars (id, label, host, address, added_by, all_day_busy, busy, has_events, known_until)
  values (p_id, p_label, p_host, p_address, private.actor(), p_all_day_busy, p_busy::tstzmultirange, p_has_events,
          private.studio_today() + 397);
end
$$;
comment on function public.add_calendar is
  'For admins: keeps a calendar with what a good reading found, p_busy as a tstzmultirange. At most six: too_many_calendars. The same id again '
  'adds nothing; with another label, host or all-day choice it raises calendar_differs.';
