/**
 * What people are told of a change of their call: each line is what was done to a call, in what 'Not yet
 * told' then says that it differs and whether a mail waits, what is mailed in the next minutes (with the
 * time that it says was known before), who has to write next, and what is still listed once all that has
 * been sent. `useCall` in calls.ts has the words; `-` is none.
 */

/** A call whose visitor and studio have their mails. */
export const known = `

# a booking that is known to its visitor
a confirmation is told, and nothing is left to be told | confirm | status, waits | visitor: confirmed | nobody | -
a cancellation that is undone within the minute sends nothing | cancel, pend | - | - | ours | -
confirmed, cancelled and confirmed again within the minute is one confirmation | confirm, cancel, confirm | status, waits | visitor: confirmed | nobody | -
a cancellation that was told already and is undone is told as well | cancel, send, pend | restored, waits | visitor: received | ours | -
a cancellation of a confirmed call that is undone within the minute | confirm, send, cancel, confirm | - | - | nobody | -
a confirmation that is taken back once it was told | confirm, send, pend | status, waits | visitor: received | ours | -
who moves their call is answered at once, and the studio hears of it | visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
who cancels a confirmed call is answered, and the studio hears of it | confirm, send, visitor cancels | - | studio: cancelled, visitor: cancelled | nobody | -
a confirmed call that its visitor moved is confirmed anew | confirm, send, visitor moves, send, confirm | status, waits | visitor: confirmed | nobody | -
  (The mail about their own move waits: it says how things stand.)
a move of their own that is confirmed before its mail went is one mail | visitor moves, confirm | status, waits | studio: moved (was 09:00), visitor: confirmed | nobody | -
that confirmation taken back, their own move is acknowledged again | visitor moves, confirm, pend | - | studio: moved (was 09:00), visitor: moved | ours | -

# moving a call
a pending one still waits for its answer, and its visitor is mailed | move | time, waits | visitor: moved (was 09:00) | ours | -
a confirmed one stays answered | confirm, send, move away | time, waits | visitor: moved (was 09:00) | nobody | -
taken back within the minute, nobody is mailed and nothing is to be told | confirm, send, move, move back | - | - | nobody | -
moved and back before the confirmation was sent, the confirmation is still sent | confirm, move, move back | status, waits | visitor: confirmed | nobody | -
given another end, its visitor is mailed, whose calendar has the earlier one | confirm, send, make it longer | time, waits | visitor: moved (was 09:00) | nobody | -
given another end and back within the minute, nobody is mailed | confirm, send, make it longer, move back | - | - | nobody | -
given another end, and told so in words: the calendar file still goes | confirm, send, make it longer, told | - | visitor: confirmed | nobody | -
moved, cancelled and the cancelling undone: its visitor still hears of the move | confirm, send, move, cancel, confirm | time, waits | visitor: moved (was 09:00) | nobody | -

# a text about a closing that the site mails
is no answer until it is sent: it is still ours to write one | close, mail change | closed, waits | visitor: reply | ours | -
tells of it once it is sent; then they have to hear that it is open again | close, mail change, send, open | opened | - | ours | opened
is taken back within the minute; then nobody is mailed, and it is listed again | close, mail change, undo reply | closed | - | ours | closed
is not sent once the date is open again | close, mail change, open | - | - | ours | -
is not sent once the call is moved, of which they hear instead | close, mail change, move away | time, waits | visitor: moved (was 09:00) | ours | -
that was on its way while the date was opened is followed by that news | close, mail change, begin, open, end | opened | - | ours | opened
that was only kept as a file has told nobody | close, mail change, keep | closed | - | ours | closed

# who has not been told
a cancelled call, until its mail is sent | cancel | cancelled, waits | visitor: cancelled | nobody | -
a mail that was given up has told nobody | cancel, refuse | cancelled | - | nobody | cancelled
  (What was sent is known from then on: the next mail begins there.)
a mail that was written before the last change has not told it, and is what it "was" | confirm, send, move, begin, move away, end | time, waits | visitor: moved (was 11:00) | nobody | -
a mail that was saved as a file has told nobody | cancel, keep | cancelled | - | nobody | cancelled
  (Nobody had told them of the café.)
another location before the confirmation went is told by that | to the café, confirm, to room 2 | status, waits | visitor: confirmed | nobody | -
another location of a confirmed call | to the café, confirm, send, to room 2 | location, waits | visitor: location | nobody | -
the location that they know again | to the café, confirm, send, to room 2, to the café | - | - | nobody | -
  (The calendar file still has to come.)
until somebody says that they told them; the mail that waits goes all the same | cancel, told | - | visitor: cancelled | nobody | -
said to be told after the mail was given up, none is written again | cancel, refuse, told | - | - | nobody | -
told, and taken back | cancel, told, untell | cancelled, waits | visitor: cancelled | nobody | -
a press on a list from before the last change tells only what it showed | move, look, move away, told as seen | time, waits | visitor: moved (was 11:00) | ours | -
who is told of a change that was taken back meanwhile has to hear that, too | move, look, move back, told as seen | time, waits | visitor: moved (was 11:00) | ours | -
a closing since the list was read is not told by it | move, look, confirm, close, told as seen | status and closed | visitor: confirmed | nobody | closed
a confirmation since the list was read is still to be told | move, look, confirm, close, told as seen, open | status, waits | visitor: confirmed | nobody | -
who was told that a date is closed has to hear that it is open again | confirm, send, close, told, open | opened | - | nobody | opened
that a date is open again is not said by a mail about the place | confirm, send, close, told, open, to the café | location and opened | visitor: location | nobody | opened
that a date is open again, told | confirm, send, close, told, open, told | - | - | nobody | -
closed again by Undo: who was told of the closing knows, and is not listed | close, told, open, close again | - | - | theirs | -
told of a closing, and taken back: they are listed again | close, told, untell | closed | - | ours | closed
never told of a closing that is over | close, told, untell, open | - | - | ours | -
closed again by Undo: who was never told of the closing is listed again | close, told, untell, open, close again | closed | - | ours | closed
who was told of a closing and moves away has nothing more to hear of that date | close, told, visitor moves, open | - | studio: moved (was 09:00), visitor: moved | ours | -
an admin’s move back to a closed date, with a yes, is told by the mail about it | close, move away, send, move back | time, waits | visitor: moved (was 11:00) | ours | -
a cancelled call that is taken up again is listed as standing | cancel, told, pend | restored, waits | visitor: received | ours | -
a date that is closed over bookings, which stay; no mail says so | confirm, send, close | closed | - | nobody | closed
a closing is not said by a mail about the place | confirm, send, close, to the café | location and closed | visitor: location | nobody | closed
a closed date that is opened again before anybody was told | confirm, send, close, to the café, send, open | - | - | nobody | -
a call that is moved away from a closed date is told of by the mail about the move | close, move away | time, waits | visitor: moved (was 09:00) | ours | -
moved back to the closed date within the minute | close, move away, move back | closed | - | ours | closed
moved back to the closed date, and away again | close, move away, move back, move away | time, waits | visitor: moved (was 09:00) | ours | -
who cancels has not learned by it that their date is closed | confirm, send, close, visitor cancels, send, confirm | restored and closed | visitor: confirmed | nobody | closed
cancelled on a closed date, and taken up again | confirm, send, close, cancel, send, confirm | restored and closed | visitor: confirmed | nobody | closed
cancelled before the date was closed, and taken up again | confirm, send, cancel, send, close, confirm | restored and closed | visitor: confirmed | nobody | closed
  ('moved' by us waited: what the visitor did since is acknowledged at once, with the time as it is.)
who moves themselves after the studio did has nothing to be told | move, visitor moves | - | studio: moved (was 11:00), visitor: moved | ours | -
who cancels themselves has nothing to be told | visitor cancels | - | studio: cancelled, visitor: cancelled | nobody | -
an erased person has nothing to be told | cancel, erase | - | - | nobody | -
  (Nobody at this address has ever been told of the call.)
another address that was not mailed yet is not listed while its first mail waits | new address | - | studio: received, visitor: received | ours | -
another address whose first mail was given up has to be told of the call | new address, refuse | first | - | ours | first
another address of a cancelled call has nothing to be told | cancel, send, new address | - | - | nobody | -
what they have learned since stays, when the press is taken back | move, look, told as seen, move away, send, untell | - | - | ours | -

# who was told that the date is closed
is not mailed that the call is confirmed | confirm, close, told | - | - | theirs | -
is not mailed that a time is held for them, which they took before | visitor moves to eleven, close, told | - | studio: moved (was 09:00) | theirs | -
is not mailed what an admin confirms since | close, told, confirm | - | - | theirs | -
does not come to another place either | confirm, send, close, told, to the café, another usual place, mail the place | - | - | theirs | -
is not reminded | confirm, send, close, told, remind | - | - | theirs | -
is mailed what was held back, once the date is open again | close, told, confirm, send, open | status and opened | visitor: confirmed | nobody | opened
is mailed what waited, when the telling is taken back | confirm, close, told, untell | status and closed | visitor: confirmed | nobody | closed
is mailed when we cancel it | confirm, send, close, told, cancel | cancelled, waits | visitor: cancelled | nobody | -
is mailed an admin’s move within that date, and their call stands | confirm, send, close, told, move | time and opened | visitor: moved (was 09:00) | nobody | opened

# where a call happens
a mail that would say nothing new is dropped | confirm, send, to the café, to the usual place | - | - | nobody | -
a location that changes while the confirmation is on its way is told as well | confirm, begin, to the café, end | location, waits | visitor: location | nobody | -
a location that changes while a confirmation is kept as a file: one mail, which confirms | confirm, keep, to the café | status, waits | visitor: confirmed | nobody | -
a call that is cancelled and taken up again within the minute still tells its location | confirm, send, to the café, cancel, confirm | location, waits | visitor: location | nobody | -
a call that is cancelled tells no location | confirm, send, to the café, cancel | cancelled, waits | visitor: cancelled | nobody | -
a call that its visitor moves is told its location when it is confirmed again | confirm, send, to the café, visitor moves, send, to room 2, confirm | status, waits | visitor: confirmed | nobody | -
a pending call’s location is no reason to tell its visitor that the call has changed | to the café | - | - | ours | -
another usual location mails nobody | confirm, send, another usual place | usual | - | nobody | usual
who was told in words of a place of their own does not hear of a third usual one | confirm, send, another usual place, to the café, told, send, a third usual place | - | - | nobody | -
another usual location is mailed once an admin presses the button | confirm, send, another usual place, mail the place | usual, waits | visitor: location | nobody | -
another usual location, pressed twice, is one mail | confirm, send, another usual place, mail the place, mail the place | usual, waits | visitor: location | nobody | -
another usual location, told in words | confirm, send, another usual place, told | - | - | nobody | -
told in words, and taken back | confirm, send, another usual place, told, untell | usual | - | nobody | usual
who has not been sent the confirmation reads the new location there | confirm, another usual place | status, waits | visitor: confirmed | nobody | -
a usual location that changes while the confirmation is on its way is listed, not mailed | confirm, begin, another usual place, end | usual | - | nobody | usual
who has a place of their own does not hear of another usual one | to the café, confirm, send, another usual place | - | - | nobody | -
who is called off is told that, and no location | confirm, send, another usual place, cancel | cancelled, waits | visitor: cancelled | nobody | -

# an answer, written here or sent from an own mail program
a mail that confirms goes in place of the site’s | mail confirm | status, waits | visitor: reply | nobody | -
taken back, nobody is mailed and it is ours again | mail confirm, undo reply | - | - | ours | -
  (It has the calendar file.)
confirmed from an own mail program, the site’s mail goes as well | say confirm | - | visitor: confirmed | nobody | -
that taken back, it does not | say confirm, undo reply | - | - | ours | -
a mail that declines goes in place of the site’s | mail decline | cancelled, waits | visitor: reply | nobody | -
declined from an own mail program, they know, and the calendar file still comes | say decline | - | visitor: cancelled | nobody | -
a mail that confirms and is only kept as a file has told nobody; none is written for ever | mail confirm, keep | status | - | nobody | status
a mail that declines and is refused has told nobody | mail decline, refuse | cancelled | - | nobody | cancelled
a confirmed call that is moved before the mail went: the site says so instead | mail confirm, move | status and time, waits | visitor: moved (was 09:00) | nobody | -
a confirmed call that its visitor moves before the mail went: only that is acknowledged | mail confirm, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
moved while the mail that confirms is on its way, the move follows it | mail confirm, begin, move, end | time, waits | visitor: moved (was 09:00) | nobody | -
  (The claim finds it untrue, and writes the site's in the same minute.)
another usual place before the mail went: the site confirms instead | mail confirm, another usual place | status | visitor: confirmed | nobody | -
another time proposed is theirs to answer | mail propose | - | visitor: reply | theirs | -
answers wait on beside each other, and beside mails about changes | mail propose, mail answer, cancel | cancelled, waits | visitor: cancelled, visitor: reply, visitor: reply | nobody | -
an answer from an own mail program tells of an earlier move; the calendar file still comes | confirm, send, move, say answer | - | visitor: confirmed | theirs | -
that answer taken back, they do not know of the move | confirm, send, move, say answer, undo reply | time, waits | visitor: moved (was 09:00) | nobody | -
an answer from an own mail program does not tell that the date was closed | close, say answer | closed | - | theirs | closed

# who takes a proposed time has a confirmed call, and nobody has to press again
proposed by the site’s mail | mail a time, send, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
proposed from an own mail program, which went out | say a time, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
taken in the minute before its mail goes | mail a time, visitor moves | - | studio: moved (was 09:00), visitor: confirmed, visitor: reply | nobody | -
the second of two proposed times | mail two times, send, visitor moves again | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
of the newest proposal | mail a time, send, mail a later time, send, visitor moves again | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
of the earlier one, when the newer was taken back | mail a time, send, say a later time, undo reply, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
although another answer went out since | mail a time, send, mail answer, send, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
although the time that it had was closed since | mail a time, send, close, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
of a call that was confirmed already | confirm, send, mail a time, send, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
at its own location, which the visitor knows by then | to the café, mail a time, send, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
and it stays theirs when the proposal is taken back | say a time, visitor moves, send, undo reply | - | - | nobody | -

# any other move waits to be confirmed, so that nobody takes what was not proposed
another time than the proposed one | mail a time, send, visitor moves again | - | studio: moved (was 09:00), visitor: moved | ours | -
a time whose link was deleted from the text before it was sent | mail propose, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
a time whose link was deleted from the text that went from an own mail program | say propose, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
of an older proposal | mail a time, send, mail a later time, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
of an older proposal, after one without a link | mail a time, send, mail propose, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
of a proposal that was taken back | say a time, undo reply, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
of a mailed proposal that was taken back in its minute | mail a time, undo reply, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
after the studio confirmed the call as it was | mail a time, send, confirm, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
after the studio moved the call | mail a time, send, move, send, visitor moves | - | studio: moved (was 11:00), visitor: moved | ours | -
after the studio moved the call away and back | mail a time, send, move, move back, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
after the visitor moved it to another time | mail a time, send, visitor moves again, send, visitor moves | - | studio: moved (was 11:00), visitor: moved | ours | -
by the link of another address, which no proposal went to | mail a time, send, new address, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
the next move of a call that was confirmed like that | mail two times, send, visitor moves, send, visitor moves again | - | studio: moved (was 09:00), visitor: moved | ours | -

# a try that ends after the call was changed again
  (What failed was read by nobody; of what was lost, nobody knows.)
failed, and nothing is left to say: nobody is mailed | cancel, begin, pend, end as failed | - | - | ours | -
sent: how things stand follows | cancel, begin, pend, end | restored, waits | visitor: received | ours | -
lost: the visitor may have read it, and hears how things stand | cancel, begin, pend, lose | - | visitor: received | ours | -
lost, and then failed: they still may have read the first | cancel, begin, lose, begin, pend, end as failed | - | visitor: received | ours | -
lost, and another change waits: that one goes in its place, once | confirm, begin, cancel, lose | cancelled, waits | visitor: cancelled | nobody | -
lost, and what waits has nothing new to say: it goes all the same | confirm, begin, cancel, pend, lose | - | visitor: received | ours | -
a written no that was lost, and is taken back: they may have read it, and hear how things stand | confirm, send, mail decline, begin, confirm, lose | - | visitor: confirmed | nobody | -
a written no that failed, and is taken back: nobody is mailed | confirm, send, mail decline, begin, confirm, end as failed | - | - | nobody | -
a reminder that was lost, of a call taken back that they were never told of | confirm, refuse, remind, begin, pend, lose | - | visitor: received | ours | -
failed, and another change waits: one mail | confirm, begin, move, end as failed | status and time, waits | visitor: moved (was 09:00) | nobody | -
on its way: another one waits for it | confirm, begin, move, send, end | time, waits | visitor: moved (was 09:00) | nobody | -
failed before that, and nothing is left to say: nobody is mailed | cancel, fail, pend | - | - | ours | -
`

/** The first mail waits, and describes the call at the time of sending. */
export const notMailed = `

# a first mail that was not sent yet
goes to both | - | - | studio: received, visitor: received | ours | -
has the new time of a visitor who moved, and no other says so | visitor moves | - | studio: received, visitor: received | ours | -
is the confirmation | visitor moves, confirm | status, waits | studio: received, visitor: confirmed | nobody | -
is the first mail again when that is taken back | visitor moves, confirm, pend | - | studio: received, visitor: received | ours | -
is the call-off; the studio is not told of what it has called off itself | cancel | cancelled, waits | visitor: cancelled | nobody | -
of a visitor who called it off says so, also to the studio | visitor cancels | - | studio: cancelled, visitor: cancelled | nobody | -
has the time to which the studio moved the call, and which it was | move | time, waits | studio: received, visitor: moved (was 09:00) | ours | -
`
