-- The table of all offers: what is out, by state, and what is open and won by month.

create function private.offer_state(p_ended text, p_valid_until date, p_is_accepted boolean) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_is_accepted then 'accepted'
    when p_ended is not null then p_ended
    when p_valid_until is null then 'draft'
    when now() >= private.end_of_day(p_valid_until) then 'expired'
    else 'open'
  end
$$;

create function public.list_offers(p_state text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with listed as (
      select o.id, o.request_id, coalesce(b.name, i.name, a.typed_name) as name, coalesce(b.email, i.email, a.email) as email,
        coalesce(v.body, o.draft) ->> 'title' as title, v.version, v.total_cents, v.sent_at, v.valid_until, a.accepted_at, a.keep_until,
        v.valid_until - private.studio_today() as days_left, case when v.version is null then o.draft end as draft, coalesce(v.sent_at, o.created_at) as at,
        private.offer_state(o.ended, v.valid_until, a.offer_id is not null) as state
      from public.offers o
      left join lateral (
        select n.version, n.body, n.total_cents, n.sent_at, n.valid_until
        from public.offer_versions n where n.offer_id = o.id order by n.version desc limit 1) v on true
      left join public.offer_acceptances a on a.offer_id = o.id
      left join public.bookings b on b.id = o.request_id
      left join public.inquiries i on i.id = o.request_id
    )
    select jsonb_build_object(
      'offers', (
        select coalesce(jsonb_agg(to_jsonb(shown) - 'at' order by shown.at desc, shown.id), '[]')
        from (select * from listed l where p_state is null or l.state = p_state order by l.at desc, l.id limit 500) shown),
      'counts', (
        select coalesce(jsonb_object_agg(c.state, c.count), '{}')
        from (select l.state, count(*) as count from listed l group by l.state) c),
      'months', (
        select coalesce(jsonb_agg(to_jsonb(m) order by m.month desc), '[]')
        from (
          select to_char(case l.state when 'open' then l.sent_at else l.accepted_at end at time zone private.studio_zone(), 'YYYY-MM') as month,
            count(*) filter (where l.state = 'open') as open, coalesce(sum(l.total_cents) filter (where l.state = 'open'), 0) as open_cents,
            count(*) filter (where l.state = 'accepted') as won, coalesce(sum(l.total_cents) filter (where l.state = 'accepted'), 0) as won_cents
          from listed l where l.state in ('open', 'accepted')
          group by 1) m)));
end
$$;
comment on function public.list_offers(text) is
  'For admins: the newest 500 offers, all or in one state (''draft'', ''open'', ''expired'', ''accepted'', ''declined'', ''withdrawn'') of the newest '
  'version, how many there are in each, and what is open by the month (YYYY-MM, studio time) in which it was sent, and won by that of the acceptance.';

revoke execute on function public.list_offers(text) from public, anon, authenticated, service_role;
grant execute on function public.list_offers(text) to authenticated;
