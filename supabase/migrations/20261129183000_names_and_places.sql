-- A comment names no file, because files get other names.

comment on column public.requests.turn_reason is
  'Reason for the turn: the kind of the deciding event, or a state such as ''erased''. It is nobody''s turn from over_from on; before that, the '
  'studio''s from ours_from on, else the visitor''s. private.with_turn has the rules.';
