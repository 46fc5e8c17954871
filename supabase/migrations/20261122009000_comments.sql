-- Comments in the database, in plain words.
comment on table public.availability is
  'Exceptions to the weekday pattern: one slot on one date is available or not, whatever its weekday says.';
