-- count_views also returns its time (read_at), so that a page of the admin knows the changes that it already shows.

create or replace function public.count_views() returns jsonb
language sql stable set search_path = ''
begin atomic
  select private.require_admin();
  select jsonb_build_object(
    'all', count(*),
    'to_answer', count(*) filter (where is_to_answer),
    -- The promise of an answer in 24 hours holds only for a visitor's question.
    'overdue', count(*) filter (where is_to_answer and due_at < now() and turn_reason in ('booked', 'wrote', 'moved', 'asked', 'accepted')),
    'their_turn', count(*) filter (where is_their_turn),
    'upcoming', count(*) filter (where is_upcoming),
    'past', count(*) filter (where is_past),
    'archived', count(*) filter (where is_archived),
    'pending', count(*) filter (where status = 'pending'),
    'new', count(*) filter (where status = 'new'),
    'bookings', count(*) filter (where type = 'booking'),
    'inquiries', count(*) filter (where type = 'inquiry'),
    'read_at', clock_timestamp())
  from public.admin_requests;
end;
comment on function public.count_views() is
  'The number of requests in each view of the admin''s list, and by status and kind, and the time of the count (read_at). Raises not_admin if the '
  'caller is not an admin with an open session.';
