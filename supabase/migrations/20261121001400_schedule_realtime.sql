-- Admins see each other's changes of the schedule as they happen.
alter publication supabase_realtime
  add table public.availability, public.closed_dates, public.recurring_availability, public.time_slots;
