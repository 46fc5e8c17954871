/**
 * Test cases: actions on one call, and the mails and lists that follow. The columns of a line are:
 * the title; the actions (defined by `useCall` in calls.ts); the differences that the list 'Not told
 * yet' shows, with `waits` if a mail will be sent; the mails of the next minutes, each with the old
 * time that it names; who must act next; and the differences that remain after all mails are sent.
 * `-` means none.
 */

/** Cases for a call whose first mails, to visitor and studio, are already sent. */
export const known = `

# a booking that its visitor knows
a confirmation is mailed, and the list is empty | confirm | status, waits | visitor: confirmed | nobody | -
a cancellation that is undone within the minute sends nothing | cancel, pend | - | - | ours | -
confirmed, cancelled and confirmed again within the minute is one confirmation | confirm, cancel, confirm | status, waits | visitor: confirmed | nobody | -
the undo of a mailed cancellation is mailed too | cancel, send, pend | restored, waits | visitor: received | ours | -
a cancellation of a confirmed call that is undone within the minute | confirm, send, cancel, confirm | - | - | nobody | -
the undo of a mailed confirmation is mailed | confirm, send, pend | status, waits | visitor: received | ours | -
a visitor who moves their call gets a mail at once, and so does the studio | visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
a visitor who cancels a confirmed call gets a mail at once, and so does the studio | confirm, send, visitor cancels | - | studio: cancelled, visitor: cancelled | nobody | -
a confirmed call that its visitor moved gets a new confirmation | confirm, send, visitor moves, send, confirm | status, waits | visitor: confirmed | nobody | -
  (The mail about their own move waits, and describes the call at its sending.)
their own move and its confirmation before the mail are one mail | visitor moves, confirm | status, waits | studio: moved (was 09:00), visitor: confirmed | nobody | -
after the undo of that confirmation the mail is about their own move again | visitor moves, confirm, pend | - | studio: moved (was 09:00), visitor: moved | ours | -

# moving a call
a pending call still waits for its answer, and its visitor gets a mail | move | time, waits | visitor: moved (was 09:00) | ours | -
a confirmed call stays answered | confirm, send, move away | time, waits | visitor: moved (was 09:00) | nobody | -
undone within the minute, no mail goes out and the list is empty | confirm, send, move, move back | - | - | nobody | -
moved and back before the confirmation, the confirmation still goes out | confirm, move, move back | status, waits | visitor: confirmed | nobody | -
after a new end its visitor gets a mail, because their calendar has the old one | confirm, send, make it longer | time, waits | visitor: moved (was 09:00) | nobody | -
a new end and back within the minute sends no mail | confirm, send, make it longer, move back | - | - | nobody | -
after a new end told by an admin the calendar file still goes out | confirm, send, make it longer, told | - | visitor: confirmed | nobody | -
after a move, a cancellation and its undo its visitor still hears of the move | confirm, send, move, cancel, confirm | time, waits | visitor: moved (was 09:00) | nobody | -

# the list 'Not told yet' has
a cancelled call, until its mail is sent | cancel | cancelled, waits | visitor: cancelled | nobody | -
a mail that was given up does not count | cancel, refuse | cancelled | - | nobody | cancelled
  (A sent state is known from then on: the next mail begins there.)
a mail from before the last change does not count, and its time is the former one | confirm, send, move, begin, move away, end | time, waits | visitor: moved (was 11:00) | nobody | -
a mail that was saved as a file does not count | cancel, keep | cancelled | - | nobody | cancelled
  (The visitor never knew of the café.)
the confirmation has a location that changed before it | to the café, confirm, to room 2 | status, waits | visitor: confirmed | nobody | -
another location of a confirmed call | to the café, confirm, send, to room 2 | location, waits | visitor: location | nobody | -
nothing after a return to the known location | to the café, confirm, send, to room 2, to the café | - | - | nobody | -
  (The calendar file must still go out.)
a call until an admin says that the visitor knows; the waiting mail still goes out | cancel, told | - | visitor: cancelled | nobody | -
nothing after an admin says so for a mail that was given up, and no new mail | cancel, refuse, told | - | - | nobody | -
a call again after the undo of ‘Told’ | cancel, told, untell | cancelled, waits | visitor: cancelled | nobody | -
the last change after a press on an older list | move, look, move away, told as seen | time, waits | visitor: moved (was 11:00) | ours | -
the undo of a change that an older list showed | move, look, move back, told as seen | time, waits | visitor: moved (was 11:00) | ours | -
a restored call as restored | cancel, told, pend | restored, waits | visitor: received | ours | -
  (Our mail 'moved' waited: the visitor's later act is acknowledged at once, with the current time.)
nothing after the visitor’s own move | move, visitor moves | - | studio: moved (was 11:00), visitor: moved | ours | -
nothing after the visitor’s own cancellation | visitor cancels | - | studio: cancelled, visitor: cancelled | nobody | -
nothing of an erased person | cancel, erase | - | - | nobody | -
  (No mail about the call ever reached this address.)
nothing of a new address while its first mail waits | new address | - | studio: received, visitor: received | ours | -
the call of a new address whose first mail was given up | new address, refuse | first | - | ours | first
nothing of a new address of a cancelled call | cancel, send, new address | - | - | nobody | -
nothing that the visitor learned since, after the undo of an older ‘Told’ | move, look, told as seen, move away, send, untell | - | - | ours | -

# a call on a closed date
a closed date with a booking, which stays; no mail goes out | confirm, send, close | - | - | ours | -
reopened, no mail goes out either | confirm, send, close, open | - | - | nobody | -
nothing about the closing after a move away from it | close, move away | time, waits | visitor: moved (was 09:00) | ours | -
nothing after the mail about an admin’s move back to a closed date | close, move away, send, move back | time, waits | visitor: moved (was 11:00) | ours | -

# a visitor with an open proposal of other times
gets the proposal and no other mail | confirm, send, close, ask | - | visitor: reply | theirs | -
gets no confirmation that still waited | confirm, close, ask | - | visitor: reply | theirs | -
gets that confirmation once the proposal is undone | confirm, close, ask, undo reply | status, waits | visitor: confirmed | ours | -
gets one proposal after an undone one | confirm, send, ask, undo reply, ask | - | visitor: reply | theirs | -
gets no reminder | confirm, send, ask, send, hours later, remind | - | - | theirs | -
gets no reminder after a proposal from a mail program either | confirm, send, say a time, hours later, remind | - | - | theirs | -
gets a reminder once the proposal is undone | confirm, send, ask, undo reply, hours later, remind | - | visitor: reminder | nobody | -
gets a reminder if the mail of the proposal was refused | confirm, send, ask, refuse, hours later, remind | - | visitor: reminder | nobody | -
gets no reminder after a follow-up either | confirm, send, ask, send, mail follow_up, send, hours later, remind | - | - | theirs | -
gets no mail about another default location, even if an admin presses for it | confirm, send, ask, send, another usual place, mail the place | - | - | theirs | -
gets a mail that the call stays | confirm, send, ask, send, stays when it was | status, waits | visitor: kept | nobody | -
gets that mail after an undone and a second proposal too | confirm, send, close, ask, undo reply, ask, send, stays when it was | status, waits | visitor: kept | nobody | -
gets that mail on a closed date too | confirm, send, close, ask, send, stays when it was | status, waits | visitor: kept | nobody | -
learns from an admin that the call stays, and still gets the calendar file | confirm, send, ask, send, stays when it was, told | - | visitor: kept | nobody | -
gets no mail if the admin undoes ‘stays’ in its minute | confirm, send, ask, send, stays when it was, undo stays | - | - | theirs | -
gets a confirmation if the call was pending | ask, send, stays when it was | status, waits | visitor: confirmed | nobody | -
gets a mail when an admin cancels the call | confirm, send, ask, send, cancel | cancelled, waits | visitor: cancelled | nobody | -
gets a mail when an admin moves the call, which closes the proposal | confirm, send, ask, send, move | time, waits | visitor: moved (was 09:00) | nobody | -

# the location of a call
a mail without news is dropped | confirm, send, to the café, to the usual place | - | - | nobody | -
a location that changes during the confirmation’s sending has its own mail | confirm, begin, to the café, end | location, waits | visitor: location | nobody | -
a location that changes after a confirmation kept as a file: one mail, which confirms | confirm, keep, to the café | status, waits | visitor: confirmed | nobody | -
a call cancelled and restored within the minute still mails its location | confirm, send, to the café, cancel, confirm | location, waits | visitor: location | nobody | -
a cancelled call mails no location | confirm, send, to the café, cancel | cancelled, waits | visitor: cancelled | nobody | -
after a visitor’s move the next confirmation has the location | confirm, send, to the café, visitor moves, send, to room 2, confirm | status, waits | visitor: confirmed | nobody | -
a pending call’s location causes no mail | to the café | - | - | ours | -
another default location sends no mail | confirm, send, another usual place | usual | - | nobody | usual
a visitor who knows their own location hears of no other default | confirm, send, another usual place, to the café, told, send, a third usual place | - | - | nobody | -
another default location is mailed at an admin’s press | confirm, send, another usual place, mail the place | usual, waits | visitor: location | nobody | -
another default location, pressed twice, is one mail | confirm, send, another usual place, mail the place, mail the place | usual, waits | visitor: location | nobody | -
another default location, told by an admin | confirm, send, another usual place, told | - | - | nobody | -
told by an admin, and undone | confirm, send, another usual place, told, untell | usual | - | nobody | usual
the unsent confirmation has the new default location | confirm, another usual place | status, waits | visitor: confirmed | nobody | -
a default that changes during the confirmation’s sending is listed, not mailed | confirm, begin, another usual place, end | usual | - | nobody | usual
a call with its own location ignores another default | to the café, confirm, send, another usual place | - | - | nobody | -
a cancelled call’s visitor hears that, and no location | confirm, send, another usual place, cancel | cancelled, waits | visitor: cancelled | nobody | -

# an answer, sent by the site or from a mail program
a letter that confirms is in the site’s mail | mail confirm | status, waits | visitor: confirmed with words | nobody | -
an undone letter that confirms: no mail goes out, and it is our turn again | mail confirm, undo reply | - | - | ours | -
confirmed from a mail program, the site’s mail goes out too | say confirm | - | visitor: confirmed | nobody | -
after the undo of that confirmation no mail goes out | say confirm, undo reply | - | - | ours | -
a letter that declines is in the site’s mail | mail decline | cancelled, waits | visitor: cancelled with words | nobody | -
the mail of a confirming letter has the studio’s unknown move too | move, mail confirm | status and time, waits | visitor: moved with words (was 09:00) | nobody | -
two letters in one minute: the mail has the newer one | mail confirm, mail decline | cancelled, waits | visitor: cancelled with words | nobody | -
the letter goes even if an admin told the visitor meanwhile | mail confirm, told | - | visitor: confirmed with words | nobody | -
a failed mail goes again with its letter | mail confirm, fail, hours later | status, waits | visitor: confirmed with words | nobody | -
a site is killed while it sends: mail and letter go once more | mail confirm, begin, lose | status | visitor: confirmed with words | nobody | -
a site is killed while it sends, and the call moves: the letter does not go again | mail confirm, begin, lose, move | status and time, waits | visitor: moved (was 09:00) | nobody | -
another address gets the mail without the letter | mail confirm, new address | - | studio: received, visitor: confirmed | nobody | -
moved and back within the minute, the mail has its letter | mail confirm, move, move back | status, waits | visitor: confirmed with words | nobody | -
set to pending within the minute, neither mail nor letter goes out | mail confirm, pend | - | - | ours | -
declined from a mail program: the visitor knows, and the calendar file still goes out | say decline | - | visitor: cancelled | nobody | -
a confirming mail that is only a file does not count, and is written once | mail confirm, keep | status | - | nobody | status
a refused mail that declines does not count | mail decline, refuse | cancelled | - | nobody | cancelled
a move before a confirming mail replaces it with the site’s | mail confirm, move | status and time, waits | visitor: moved (was 09:00) | nobody | -
a visitor’s move before a confirming mail replaces it with the mail about the move | mail confirm, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
a move during the sending of a confirming mail has its own mail after it | mail confirm, begin, move, end | time, waits | visitor: moved (was 09:00) | nobody | -
  (The claim finds the text outdated, and queues the site's mail in the same minute.)
another default location before a confirming mail: the site confirms instead | mail confirm, another usual place | status, waits | visitor: confirmed | nobody | -
after a proposal it is their turn | mail propose | - | visitor: reply | theirs | -
answers wait beside each other, and beside mails about changes | mail propose, mail answer, cancel | cancelled, waits | visitor: cancelled, visitor: reply, visitor: reply | nobody | -
an answer from a mail program makes an earlier move known; the calendar file still goes out | confirm, send, move, say answer | - | visitor: confirmed | theirs | -
after the undo of that answer the move is unknown again | confirm, send, move, say answer, undo reply | time, waits | visitor: moved (was 09:00) | nobody | -

# taking a proposed time confirms the call without an admin
proposed by the site’s mail | mail a time, send, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
proposed from a mail program | say a time, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
taken in the minute before its mail goes out | mail a time, visitor moves | - | studio: moved (was 09:00), visitor: confirmed, visitor: reply | nobody | -
the second of two proposed times | mail two times, send, visitor moves again | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
of the newest proposal | mail a time, send, mail a later time, send, visitor moves again | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
of the earlier proposal, after the undo of the newer one | mail a time, send, say a later time, undo reply, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
in spite of a later answer | mail a time, send, mail answer, send, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
in spite of a later closing of its old date | mail a time, send, close, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
of a call that was confirmed already | confirm, send, mail a time, send, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
at its own location, which the visitor then knows | to the café, mail a time, send, visitor moves | - | studio: moved (was 09:00), visitor: confirmed | nobody | -
and the undo of the proposal keeps it | say a time, visitor moves, send, undo reply | - | - | nobody | -

# any other move needs a confirmation, so that no visitor takes a time that was not proposed
another time than the proposed one | mail a time, send, visitor moves again | - | studio: moved (was 09:00), visitor: moved | ours | -
a time whose link was deleted from the text before it was sent | mail propose, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
a time whose link was deleted from the text in a mail program | say propose, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
of an older proposal | mail a time, send, mail a later time, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
of an older proposal, after one without a link | mail a time, send, mail propose, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
of an undone proposal | say a time, undo reply, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
of a mailed proposal undone in its minute | mail a time, undo reply, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
after the studio confirmed the old time | mail a time, send, confirm, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
after the studio moved the call | mail a time, send, move, send, visitor moves | - | studio: moved (was 11:00), visitor: moved | ours | -
after the studio moved the call away and back | mail a time, send, move, move back, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
after the visitor moved it to another time | mail a time, send, visitor moves again, send, visitor moves | - | studio: moved (was 11:00), visitor: moved | ours | -
by the link of another address, which got no proposal | mail a time, send, new address, send, visitor moves | - | studio: moved (was 09:00), visitor: moved | ours | -
the next move of a call confirmed by a proposal | mail two times, send, visitor moves, send, visitor moves again | - | studio: moved (was 09:00), visitor: moved | ours | -

# a delivery that ends after another change of the call
  (No one read a failed mail; the result of a lost one is unknown.)
failed without news: no mail goes out | cancel, begin, pend, end as failed | - | - | ours | -
sent: a mail with the current state follows | cancel, begin, pend, end | restored, waits | visitor: received | ours | -
lost: the visitor may have read it, and hears the current state | cancel, begin, pend, lose | - | visitor: received | ours | -
lost and then failed: they may have read the first | cancel, begin, lose, begin, pend, end as failed | restored, waits | visitor: received | ours | -
lost, and not claimed again: no mail counts as waiting | confirm, begin, lose | status | visitor: confirmed | nobody | -
another address, whose first mail is lost: they are listed | new address, begin, lose | first | studio: received, visitor: received | ours | -
lost, and another address since: it is not sent there | cancel, begin, new address, lose | - | - | nobody | -
lost, and the correcting mail is refused: the visitor may still believe the lost one | cancel, begin, pend, lose, refuse | restored | - | ours | restored
an admin tells the visitor during the sending, which fails: the calendar file still goes out | confirm, begin, told, end as failed | - | visitor: confirmed | nobody | -
lost with another change waiting: that mail replaces it, once | confirm, begin, cancel, lose | cancelled, waits | visitor: cancelled | nobody | -
lost with a waiting mail without news: it still goes out | confirm, begin, cancel, pend, lose | - | visitor: received | ours | -
a lost decline, undone: they may have read it, and hear the current state | confirm, send, mail decline, begin, confirm, lose | - | visitor: confirmed | nobody | -
a failed decline, undone: no mail goes out | confirm, send, mail decline, begin, confirm, end as failed | - | - | nobody | -
a lost reminder of a call that is pending again | confirm, refuse, remind, begin, pend, lose | - | visitor: received | ours | -
failed with another change waiting: one mail | confirm, begin, move, end as failed | status and time, waits | visitor: moved (was 09:00) | nobody | -
in progress: the next mail waits for it | confirm, begin, move, send, end | time, waits | visitor: moved (was 09:00) | nobody | -
failed before the change, without news: no mail goes out | cancel, fail, pend | - | - | ours | -
`

/** Cases for a call whose first mails wait; they describe the call as it is when they are sent. */
export const notMailed = `

# an unsent first mail
goes to both | - | - | studio: received, visitor: received | ours | -
has the new time of a visitor’s move, and no other mail does | visitor moves | - | studio: received, visitor: received | ours | -
is the confirmation | visitor moves, confirm | status, waits | studio: received, visitor: confirmed | nobody | -
is the first mail again after the undo of that | visitor moves, confirm, pend | - | studio: received, visitor: received | ours | -
is the cancellation; the studio gets no mail about its own | cancel | cancelled, waits | visitor: cancelled | nobody | -
is the cancellation after the visitor’s own, also for the studio | visitor cancels | - | studio: cancelled, visitor: cancelled | nobody | -
has the studio’s new time and the old one | move | time, waits | studio: received, visitor: moved (was 09:00) | ours | -
`
