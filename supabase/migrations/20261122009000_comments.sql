-- Comments in the database, in plain words.
comment on table public.availability is
  'Exceptions to the weekday pattern: one slot on one date is available or not, whatever its weekday says.';
comment on function public.get_affected_bookings(date, date, integer, uuid[]) is
  'For admins, the first 8 upcoming bookings that overlap these slots (null: any time) on these dates (p_to null: all that follow; p_day_of_week null: every weekday), whatever slot they were made through; total is how many there are.';
