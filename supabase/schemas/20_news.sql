-- The news on the admin's page: problems of the site, visitors who do not know a change, calls on closed dates,
-- few free times.

create function public.get_news(p_site_key text, p_days integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'caps', (
      select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'max', c.max) order by c.name), '[]')
      from private.submission_caps c join private.shared_caps() s on s.cap = c.name where s.submits >= c.max),
    'site_key', public.get_site_key_state(p_site_key),
    'mails', (select coalesce(jsonb_agg(to_jsonb(m) order by m.due_at desc), '[]') from public.get_mail_problems() m),
    'calendars', (select coalesce(jsonb_agg(to_jsonb(c) order by c.label, c.id), '[]') from public.list_calendars() c),
    'calls_to_tell', public.get_calls_to_tell(),
    'closed_calls', public.list_closed_calls(),
    'times', (
      select jsonb_build_object('free', sum(d.free), 'taken', sum(d.taken), 'busy', sum(d.busy), 'off', sum(d.off))
      from public.get_days(private.studio_today() + 1, private.studio_today() + p_days) d),
    'settings', private.settings_json());
end
$$;
comment on function public.get_news(text, integer) is
  'For admins: the news of the studio in one request: "caps" (the shared caps that are reached now: the database rejects the submits that they count '
  'until older ones no longer count), "site_key" (get_site_key_state), "mails" (get_mail_problems), "calendars" (list_calendars), '
  '"calls_to_tell" (get_calls_to_tell), "closed_calls" (list_closed_calls), "times" (the sums of get_days over the next p_days days), "settings" (get_settings).';
