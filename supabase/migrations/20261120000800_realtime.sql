-- The admin's list is updated live with new and changed requests. Row-level security decides who gets an event.
alter publication supabase_realtime add table public.bookings, public.inquiries;
