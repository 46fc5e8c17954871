-- The list of offers and an offer's page say 'made', not 'sent', until a mail about it went out.

-- False while the newest act on the request's offer is one of which no mail told the visitor: without a mail server a
-- version is only made until an admin says that it went out.
create function private.offer_went_out(p_request_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((
    select e.kind <> 'offer' from public.request_events e
    where e.request_id = p_request_id and e.kind in ('offer', 'offered', 'withdrawn') and not private.is_undone(e.id)
    order by e.id desc limit 1), true)
$$;

create function public.offer_went_out(p_request_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.offer_went_out(p_request_id);
end
$$;
comment on function public.offer_went_out(uuid) is
  'For admins: false if the visitor got no mail about the last act on the request''s offer, because the site sends none and no admin has said that '
  'one went out.';

revoke all on function public.offer_went_out(uuid) from public, anon, authenticated, service_role;
grant execute on function public.offer_went_out(uuid) to authenticated;

create or replace function public.list_offers(p_state text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with offers as (
      select o.id, o.request_id, coalesce(b.name, i.name, a.typed_name) as name, coalesce(b.email, i.email, a.email) as email,
        coalesce(v.body, o.draft) ->> 'title' as title, v.version, v.total_cents, v.sent_at, v.valid_until, a.accepted_at, a.keep_until,
        v.valid_until - private.studio_today() as days_left, case when v.version is null then o.draft end as draft, coalesce(v.sent_at, o.created_at) as at,
        private.offer_state(e.ended, v.valid_until, a.offer_id is not null) as state, r.over_from > now() and r.ours_from <= now() as is_to_answer,
        private.offer_went_out(o.request_id) as went_out
      from public.offers o
      left join lateral (
        select n.version, n.body, n.total_cents, n.sent_at, n.valid_until
        from public.offer_versions n where n.offer_id = o.id order by n.version desc limit 1) v on true
      left join public.offer_endings e on (e.offer_id, e.version) = (o.id, v.version)
      left join public.offer_acceptances a on a.offer_id = o.id
      left join public.requests r on r.id = o.request_id
      left join public.bookings b on b.id = o.request_id
      left join public.inquiries i on i.id = o.request_id
    ), listed as (
      select o.*, coalesce(o.is_to_answer and o.state in ('accepted', 'declined', 'expired'), false) as is_ours from offers o
    ), shown as (
      select l.*, row_number() over (
        order by not l.is_ours, array_position(case when l.is_ours then '{accepted,declined,expired}' else '{open,draft}' end::text[], l.state),
          case l.state when 'open' then l.days_left end, l.at desc, l.id) as place
      from listed l where p_state is null or l.state = p_state
      order by place limit 500
    )
    select jsonb_build_object(
      'offers', (
        select coalesce(jsonb_agg(to_jsonb(s) - '{at,place,is_to_answer}'::text[] order by s.place), '[]') from shown s),
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
  'For admins: the first 500 offers, all or those whose newest version has one state (''draft'', ''open'', ''expired'', ''accepted'', ''declined'', '
  '''withdrawn''). "is_ours": a result that the studio has not answered yet; "went_out" as in offer_went_out. Order: such results; open offers, the earliest last day first; drafts; '
  'all others, the newest first. "counts" has the number in each state. "months" (YYYY-MM, studio time) has the open offers by the month of sending '
  'and the accepted ones by the month of acceptance.';
