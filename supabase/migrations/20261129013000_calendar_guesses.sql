-- The comment on a founder's calendar names what its list of lines holds, as the reader also lists guesses.

comment on column private.calendars.unread is
  'The events of the last good reading that the site could not understand or guessed: {"count", "first"}, by lines of the file '
  '(lib/calendars/schema.ts).';
