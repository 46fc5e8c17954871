-- An accepted offer that nobody answers for 24 hours counts as overdue, like a question.

create or replace function public.count_views() returns jsonb
language sql stable set search_path = ''
begin atomic
  select private.require_admin();
  select jsonb_build_object(
    'all', count(*),
    'to_answer', count(*) filter (where is_to_answer),
    -- The promise of an answer in 24 hours holds for a visitor's question, and for the offer that they accepted.
    'overdue', count(*) filter (
      where is_to_answer and due_at < now() and turn_reason in ('booked', 'wrote', 'moved', 'asked', 'accepted')),
    'their_turn', count(*) filter (where is_their_turn),
    'upcoming', count(*) filter (where is_upcoming),
    'past', count(*) filter (where is_past),
    'archived', count(*) filter (where is_archived),
    'pending', count(*) filter (where status = 'pending'),
    'new', count(*) filter (where status = 'new'),
    'bookings', count(*) filter (where type = 'booking'),
    'inquiries', count(*) filter (where type = 'inquiry'))
  from public.admin_requests;
end;
