-- The admin's list hears of new and changed requests. Row-level security decides who gets an event.
alter publication supabase_realtime add table public.bookings, public.inquiries;
