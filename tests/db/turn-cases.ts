/**
 * Test cases for whose turn a request is. The columns of a line are: the title; the acts on a call
 * in nine days, or on a message (defined by `useTurns` in turns.ts); the time of reading; the turn;
 * its reason; since when; and the views of the list that have the request.
 */

export const calls = `

# 1. An upcoming pending call always has a turn
booked | - | at once | ours | booked | now | to_answer upcoming
booked, read within the day | - | in 23 hours | ours | booked | now | to_answer upcoming
booked, read after the day | - | in 25 hours | ours | booked | now | to_answer upcoming overdue
booked, and never answered | - | as it begins | ours | booked | now | to_answer upcoming overdue
booked, and nobody answered | - | the day after | ours | booked | now | to_answer past overdue
booked, and nobody answered | - | a year later | ours | booked | now | to_answer past overdue
… until it is said to need no answer | is past, no answer needed | at once | nobody | not_needed | now | past
… until it is said that it took place | is past, wait 3 hours, held | at once | nobody | confirmed | now | past
… that taken back | is past, wait 3 hours, held, undo | at once | ours | booked | -3 h | to_answer past
… until it is said that they did not come | is past, wait 3 hours, no show | at once | nobody | confirmed | now | past
answered another way | answered another way | at once | theirs | elsewhere | now | their_turn upcoming
answered another way | answered another way | 49 hours before | theirs | elsewhere | now | their_turn upcoming
answered another way | answered another way | 48 hours before | ours | elsewhere | 48 h before | to_answer upcoming
answered another way | answered another way | 47 hours before | ours | elsewhere | 48 h before | to_answer upcoming
answered another way | answered another way | as it begins | ours | elsewhere | 48 h before | to_answer upcoming
answered another way | answered another way | the day after | ours | elsewhere | 48 h before | to_answer past
answered another way | answered another way | a year later | ours | elsewhere | 48 h before | to_answer past
no answer needed, and never confirmed | no answer needed | a year later | ours | not_needed | 48 h before | to_answer past
… taken back | wait 11 hours, answered another way, undo answered | at once | ours | booked | -11 h | to_answer upcoming
… taken back when it was overdue | wait 35 hours, answered another way, undo answered | at once | ours | booked | -35 h | to_answer upcoming overdue
… taken back twice | wait 11 hours, answered another way, undo answered, undo answered | at once | ours | booked | -11 h | to_answer upcoming
… pressed twice, and taken back | wait 11 hours, answered another way, answered another way, undo answered | at once | ours | booked | -11 h | to_answer upcoming
answered the evening before | is tomorrow, answered another way | just before half | theirs | elsewhere | now | their_turn upcoming
answered the evening before | is tomorrow, answered another way | just after half | ours | elsewhere | half | to_answer upcoming
no answer needed, but it holds its time | no answer needed | 49 hours before | theirs | not_needed | now | their_turn upcoming
no answer needed, but it holds its time | no answer needed | 47 hours before | ours | not_needed | 48 h before | to_answer upcoming
… taken back | wait 11 hours, no answer needed, undo answered | at once | ours | booked | -11 h | to_answer upcoming
proposed other times | mail propose | at once | theirs | proposed | now | their_turn upcoming
proposed other times | mail propose | 47 hours before | ours | proposed | 48 h before | to_answer upcoming
proposed 15 days before | move, say propose, wait 15 days | at once | theirs | proposed | -360 h | their_turn upcoming
… taken back | wait 30 hours, mail propose, undo reply | at once | ours | booked | -30 h | to_answer upcoming overdue
proposed, and they took one: another question | mail propose, wait 5 hours, visitor moves | at once | ours | moved | now | to_answer upcoming
proposed, and a follow-up | say propose, wait 80 hours, say follow_up | at once | theirs | replied | now | their_turn upcoming
… taken back: still waited for since the proposal | say propose, wait 80 hours, mail follow_up, undo reply | at once | theirs | proposed | -80 h | their_turn upcoming
proposed, confirmed, and that taken back | say propose, wait 3 hours, confirm, undo | at once | theirs | proposed | -3 h | their_turn upcoming
proposed, and then confirmed as it was | say propose, wait 3 hours, confirm | at once | nobody | confirmed | now | upcoming
answered another way, and then confirmed | answered another way, wait 3 hours, confirm | at once | nobody | confirmed | now | upcoming
… taken back | answered another way, wait 3 hours, confirm, undo | at once | theirs | elsewhere | -3 h | their_turn upcoming
proposed, and they wrote anew | say propose, wait 3 hours, write again | at once | theirs | proposed | -3 h | their_turn upcoming
proposed, and they booked anew | say propose, wait 3 hours, book again | 47 hours before | ours | proposed | 48 h before | to_answer upcoming
proposed, they answered by phone | say propose, wait 3 hours, they answered | at once | ours | asked | now | to_answer upcoming
… taken back | say propose, wait 3 hours, they answered, undo they answered | at once | theirs | proposed | -3 h | their_turn upcoming
… and answered once more, that taken back | say propose, wait 3 hours, they answered, wait 2 hours, answered another way, undo answered | at once | ours | asked | -2 h | to_answer upcoming
sent an offer | offer | 49 hours before | theirs | offered | now | their_turn upcoming
sent an offer | offer | 47 hours before | ours | offered | 48 h before | to_answer upcoming
sent an offer, and withdrew it before it could be mailed | wait 3 hours, offer, wait 1 hours, withdraw | at once | ours | booked | -4 h | to_answer upcoming
an acceptance by email | offer, send, wait 3 hours, accept by email | at once | ours | accepted | now | to_answer upcoming
… taken back within the minute | offer, send, wait 3 hours, accept by email, undo accept by email | 49 hours before | theirs | offered | -3 h | their_turn upcoming
… of an offer that nobody said went out, taken back | wait 3 hours, offer by hand, accept by email, undo accept by email | at once | ours | booked | -3 h | to_answer upcoming
sent an offer, and withdrew it later | offer, send, wait 3 hours, withdraw | 49 hours before | theirs | withdrawn | now | their_turn upcoming
they accepted the offer | offer, send, wait 3 hours, accept | at once | ours | accepted | now | to_answer upcoming
they accepted the offer, a day later | offer, send, accept | in 25 hours | ours | accepted | now | to_answer upcoming overdue
they declined the offer, a day later | offer, send, decline | in 25 hours | ours | declined | now | to_answer upcoming
they declined the offer | offer, send, wait 3 hours, decline | 49 hours before | ours | declined | now | to_answer upcoming
sent an offer, and then confirmed | offer, send, wait 3 hours, confirm | at once | nobody | confirmed | now | upcoming
moved by the studio | wait 3 hours, move | at once | ours | booked | -3 h | to_answer upcoming
moved by its visitor | wait 3 hours, visitor moves | at once | ours | booked | -3 h | to_answer upcoming

# Confirmed, cancelled, and undone
confirmed | wait 3 hours, confirm | at once | nobody | confirmed | now | upcoming
… taken back | wait 3 hours, confirm, undo | at once | ours | booked | -3 h | to_answer upcoming
confirmed by a mail | wait 3 hours, mail confirm | at once | nobody | confirmed | now | upcoming
… taken back | wait 3 hours, mail confirm, undo reply | at once | ours | booked | -3 h | to_answer upcoming
proposed, confirmed by a mail, taken back | say propose, wait 3 hours, mail confirm, undo reply | at once | theirs | proposed | -3 h | their_turn upcoming
cancelled | wait 3 hours, cancel | at once | nobody | cancelled | now | archived
… taken back | wait 3 hours, cancel, undo | at once | ours | booked | -3 h | to_answer upcoming
declined by a mail | wait 3 hours, mail decline | at once | nobody | cancelled | now | archived
… taken back | wait 3 hours, mail decline, undo reply | at once | ours | booked | -3 h | to_answer upcoming
confirmed, cancelled, both taken back | wait 3 hours, confirm, cancel, undo, undo | at once | ours | booked | -3 h | to_answer upcoming
confirmed, and set back by hand | wait 3 hours, confirm, to pending | at once | ours | booked | -3 h | to_answer upcoming
answered, cancelled, and confirmed by hand | answered another way, wait 3 hours, cancel, confirm | at once | nobody | confirmed | now | upcoming
confirmed, they ask, the confirming is taken back | wait 3 hours, confirm, they answered, undo first confirm | at once | ours | booked | -3 h | to_answer upcoming
cancelled, and set to pending by hand | wait 3 hours, cancel, to pending | at once | ours | booked | -3 h | to_answer upcoming
cancelled by its visitor | wait 3 hours, visitor cancels | at once | nobody | cancelled | now | archived
confirmed, and moved by its visitor | confirm, wait 3 hours, visitor moves | at once | ours | moved | now | to_answer upcoming
confirmed, they ask something | confirm, wait 3 hours, they answered | in 25 hours | ours | asked | now | to_answer upcoming overdue
… cancelled, and that taken back | confirm, wait 9 hours, they answered, wait 3 hours, cancel, undo | at once | ours | asked | -3 h | to_answer upcoming
… answered, cancelled, and that taken back | confirm, they answered, answered another way, wait 3 hours, cancel, undo | at once | theirs | elsewhere | -3 h | their_turn upcoming
… declined by a mail, and that taken back | confirm, wait 9 hours, they answered, wait 3 hours, mail decline, undo reply | at once | ours | asked | -3 h | to_answer upcoming
cancelled, confirmed again, and that taken back | wait 5 hours, confirm, wait 3 hours, cancel, wait 2 hours, confirm, undo | at once | nobody | cancelled | -2 h | archived
confirmed, and other times proposed | confirm, wait 3 hours, say propose | 49 hours before | theirs | proposed | now | their_turn upcoming
confirmed, and other times proposed | confirm, wait 3 hours, say propose | 47 hours before | ours | proposed | 48 h before | to_answer upcoming
confirmed, and other times proposed | confirm, wait 3 hours, say propose | the day after | ours | proposed | 48 h before | to_answer past
… taken back | confirm, wait 3 hours, mail propose, undo reply | at once | nobody | confirmed | -3 h | upcoming
erased | wait 3 hours, erase | at once | nobody | erased | -3 h | upcoming
answered, and erased | wait 3 hours, confirm, wait 1 hours, erase | at once | nobody | erased | -4 h | upcoming

# 2. After the call
offered after the call | confirm, is past, offer | in 13 days | theirs | offered | now | their_turn past
offered after the call, and its last day is over | confirm, is past, offer | in 15 days | ours | offered | the offer ends | to_answer past
… and thanked for the call | confirm, is past, offer, send, wait 3 hours, mail after_call | at once | theirs | replied | now | their_turn past
thanked for the call | confirm, is past, wait 3 hours, say after_call | at once | nobody | confirmed | now | past
they answered after the call | confirm, is past, offer, send, wait 3 hours, they answered | a year later | ours | asked | now | to_answer past overdue
… answered by a mail | confirm, is past, they answered, wait 3 hours, mail after_call | at once | nobody | confirmed | now | past
… answered another way | confirm, is past, they answered, wait 3 hours, answered another way | at once | theirs | elsewhere | now | their_turn past
… no answer needed | confirm, is past, they answered, wait 3 hours, no answer needed | at once | nobody | confirmed | now | past
… taken back | confirm, is past, they answered, wait 3 hours, no answer needed, undo answered | at once | ours | asked | -3 h | to_answer past
they answered after a call that nobody confirmed | is past, they answered | at once | ours | booked | now | to_answer past
they answered after the call was cancelled | cancel, wait 3 hours, they answered | at once | ours | asked | now | to_answer archived
they accepted after the call | confirm, is past, offer, send, accept | a year later | ours | accepted | now | to_answer past overdue
… and were answered | confirm, is past, offer, send, accept, wait 3 hours, say answer | at once | theirs | replied | now | their_turn past
they accepted by email | confirm, is past, offer, send, accept by email | at once | ours | accepted | now | to_answer past
they declined after the call | confirm, is past, offer, send, wait 3 hours, decline | at once | ours | declined | now | to_answer past

pending, proposed, and never confirmed | say propose, eleven days pass | at once | ours | proposed | 48 h before | to_answer past
… answered another way | say propose, eleven days pass, answered another way | at once | theirs | elsewhere | now | their_turn past
… no answer needed | say propose, eleven days pass, no answer needed | at once | nobody | not_needed | now | past
… confirmed | say propose, eleven days pass, confirm | at once | nobody | confirmed | now | past
asked for another time, and never answered | confirm, say propose, eleven days pass | at once | ours | proposed | 48 h before | to_answer past
… no answer needed | confirm, say propose, eleven days pass, no answer needed | at once | nobody | confirmed | now | past
… it took place | confirm, say propose, eleven days pass, held | at once | nobody | confirmed | now | past
… that taken back | confirm, say propose, eleven days pass, held, undo | at once | ours | proposed | 48 h before | to_answer past
… the outcome cleared | confirm, say propose, eleven days pass, held, no outcome | at once | ours | proposed | 48 h before | to_answer past
… and set once more | confirm, say propose, eleven days pass, held, no outcome, wait 3 hours, lost | at once | nobody | confirmed | now | past
… the outcome changed | confirm, say propose, eleven days pass, held, wait 3 hours, no show | at once | nobody | confirmed | -3 h | past
… the outcome set, and the call set to pending | confirm, say propose, eleven days pass, held, to pending | at once | ours | proposed | 48 h before | to_answer past
… the outcome set, and they answered | confirm, say propose, eleven days pass, held, they answered | at once | ours | asked | now | to_answer past
they answered after the call, and it took place | confirm, is past, they answered, wait 3 hours, held | at once | ours | asked | -3 h | to_answer past
they accepted after the call, and it took place | confirm, is past, offer, send, accept, wait 3 hours, held | at once | ours | accepted | -3 h | to_answer past
they declined after the call, and it was lost | confirm, is past, offer, send, decline, wait 3 hours, lost | at once | ours | declined | -3 h | to_answer past
offered after the call, and it took place | confirm, is past, offer, wait 3 hours, held | at once | theirs | offered | -3 h | their_turn past
offered after the call, expired, and lost | confirm, is past, offer, send, wait 15 days, lost | at once | nobody | confirmed | now | past

# 3. Asked for another time, on a closed date or not
confirmed, and its date is closed | confirm, send, wait 3 hours, close | at once | ours | confirmed | now | to_answer upcoming
confirmed, and its date is closed | confirm, send, wait 3 hours, close | as it begins | ours | confirmed | now | to_answer upcoming
… five hours ago | confirm, send, close, wait 5 hours | at once | ours | confirmed | -5 h | to_answer upcoming
… and it is cancelled | confirm, close, wait 3 hours, cancel | at once | nobody | cancelled | now | archived
… that taken back | confirm, close, wait 3 hours, cancel, undo | at once | ours | confirmed | -3 h | to_answer upcoming
… and the call stays | confirm, close, wait 3 hours, stays when it was | at once | nobody | confirmed | now | upcoming
… that taken back | confirm, close, wait 3 hours, stays when it was, undo stays | at once | ours | confirmed | -3 h | to_answer upcoming
… and we moved it | confirm, close, wait 3 hours, move | at once | nobody | confirmed | -3 h | upcoming
… and moved it back | confirm, close, wait 3 hours, move, move back | at once | nobody | confirmed | -3 h | upcoming
… and the date is open again | confirm, wait 3 hours, close, wait 2 hours, open | at once | nobody | confirmed | -5 h | upcoming
… and closed again | confirm, close, wait 3 hours, open, close again | at once | ours | confirmed | -3 h | to_answer upcoming
… but this one time is enabled | confirm, wait 3 hours, close, enable its slot | at once | nobody | confirmed | -3 h | upcoming
… and disabled again | confirm, close, wait 3 hours, enable its slot, disable its slot | at once | ours | confirmed | -3 h | to_answer upcoming
… and the whole date closed again | confirm, close, wait 3 hours, enable its slot, close | at once | ours | confirmed | -3 h | to_answer upcoming
… and they were told another way, which settles nothing | confirm, close, wait 3 hours, answered another way | at once | ours | confirmed | now | to_answer upcoming
… and they ask something | confirm, close, wait 3 hours, they answered | at once | ours | asked | now | to_answer upcoming
… and we answered that, but not about the date | confirm, close, they answered, wait 3 hours, say answer | at once | ours | confirmed | now | to_answer upcoming
… and the offer that they had stays open | confirm, offer, send, wait 3 hours, close | at once | ours | confirmed | now | to_answer upcoming
… opened: the offer is theirs as before | confirm, offer, send, wait 3 hours, close, open | at once | theirs | offered | -3 h | their_turn upcoming
… and nobody did anything | confirm, close, eleven days pass | at once | ours | confirmed | -264 h | to_answer past
… it took place | confirm, close, eleven days pass, held | at once | nobody | confirmed | now | past
… that taken back | confirm, close, eleven days pass, held, undo | at once | ours | confirmed | -264 h | to_answer past
… and thanked for it | confirm, close, eleven days pass, say after_call | at once | nobody | confirmed | now | past
closed when the call was over | confirm, wait 3 hours, is past, its past date is closed | at once | nobody | confirmed | -3 h | past
confirmed although its date is closed | close, wait 3 hours, confirm | at once | nobody | confirmed | now | upcoming
pending, and its date is closed | wait 3 hours, close | at once | ours | booked | -3 h | to_answer upcoming
answered, and its date is closed | answered another way, wait 3 hours, close | at once | theirs | elsewhere | -3 h | their_turn upcoming
… and they were asked for another time | confirm, send, wait 3 hours, close, ask | at once | theirs | proposed | now | their_turn upcoming
… asked | confirm, send, close, ask | 49 hours before | theirs | proposed | now | their_turn upcoming
… asked | confirm, send, close, ask | 47 hours before | ours | proposed | 48 h before | to_answer upcoming
… asked | confirm, send, close, ask | the day after | ours | proposed | 48 h before | to_answer past
… asked, and offered something after it | confirm, send, close, ask, eleven days pass, offer | at once | theirs | offered | now | their_turn past
… asked from an own mail program | confirm, send, close, say a time | at once | theirs | proposed | now | their_turn upcoming
… asked, and that taken back | confirm, send, wait 3 hours, close, ask, undo reply | at once | ours | confirmed | now | to_answer upcoming
… taken back, and asked again | confirm, send, close, ask, undo reply, wait 3 hours, ask | at once | theirs | proposed | now | their_turn upcoming
… asked, and the mail refused | confirm, send, wait 3 hours, close, ask, refuse | at once | ours | confirmed | now | to_answer upcoming
… asked, and the date is open again | confirm, send, close, ask, wait 3 hours, open | at once | theirs | proposed | -3 h | their_turn upcoming
… asked, opened, and the call stays | confirm, send, close, ask, wait 3 hours, open, stays when it was | at once | nobody | confirmed | now | upcoming
… that taken back | confirm, send, close, ask, wait 3 hours, stays when it was, undo stays | at once | theirs | proposed | -3 h | their_turn upcoming
… asked, and a follow-up | confirm, send, close, ask, send, wait 80 hours, say follow_up | 49 hours before | theirs | replied | now | their_turn upcoming
… asked, and a follow-up | confirm, send, close, ask, send, wait 80 hours, say follow_up | 47 hours before | ours | replied | 48 h before | to_answer upcoming
… asked, and they took the time | confirm, send, close, ask, wait 3 hours, visitor moves | at once | nobody | confirmed | now | upcoming
… asked, and they cancelled | confirm, send, close, ask, wait 3 hours, visitor cancels | at once | nobody | cancelled | now | archived
… asked, and we moved it | confirm, send, close, ask, wait 3 hours, move | at once | nobody | confirmed | -3 h | upcoming
… asked, and they answered | confirm, send, close, ask, wait 3 hours, they answered | at once | ours | asked | now | to_answer upcoming
… asked, they answered, and we did | confirm, send, close, ask, they answered, wait 3 hours, say answer | 49 hours before | theirs | replied | now | their_turn upcoming
… asked, and they wrote about something else | confirm, send, close, ask, wait 3 hours, write again | at once | theirs | proposed | -3 h | their_turn upcoming
pending, closed, asked: that is their answer | wait 3 hours, close, ask | at once | theirs | proposed | now | their_turn upcoming
… and taken back | wait 3 hours, close, ask, undo reply | at once | ours | booked | -3 h | to_answer upcoming
… and they took the time | close, ask, wait 30 hours, visitor moves | at once | nobody | confirmed | now | upcoming
… and the call stays: it is confirmed | close, ask, wait 3 hours, stays when it was | at once | nobody | confirmed | now | upcoming
… and cancelled, and that taken back | close, ask, wait 3 hours, cancel, undo | at once | theirs | proposed | -3 h | their_turn upcoming
… and erased | wait 3 hours, close, ask, wait 1 hours, erase | at once | nobody | erased | -4 h | upcoming

# 4. The visitor takes a proposed time
proposed, and they took it: nothing is asked | mail a time, send, wait 5 hours, visitor moves | at once | nobody | confirmed | now | upcoming
… and moved once more | mail a time, send, visitor moves, wait 3 hours, visitor moves back | at once | ours | moved | now | to_answer upcoming
… and cancelled | mail a time, send, visitor moves, wait 3 hours, visitor cancels | at once | nobody | cancelled | now | archived
… and we moved it | mail a time, send, visitor moves, wait 3 hours, move | at once | nobody | confirmed | -3 h | upcoming
… and we cancelled it | mail a time, send, visitor moves, wait 3 hours, cancel | at once | nobody | cancelled | now | archived
… taken back | mail a time, send, visitor moves, wait 3 hours, cancel, undo | at once | nobody | confirmed | -3 h | upcoming
… and it is set to pending | mail a time, send, visitor moves, wait 3 hours, to pending | in 25 hours | ours | took_time | -3 h | to_answer upcoming
… and confirmed then | mail a time, send, visitor moves, to pending, wait 3 hours, confirm | at once | nobody | confirmed | now | upcoming
… taken back | mail a time, send, visitor moves, to pending, wait 3 hours, confirm, undo | at once | ours | took_time | -3 h | to_answer upcoming
… and the proposal is taken back | say a time, visitor moves, wait 3 hours, undo reply | at once | nobody | confirmed | -3 h | upcoming
… and they ask something | mail a time, send, visitor moves, wait 3 hours, they answered | at once | ours | asked | now | to_answer upcoming
they had asked something, and took it | mail a time, send, wait 3 hours, they answered, wait 2 hours, visitor moves | at once | ours | asked | -2 h | to_answer upcoming
taken back first, so that taking it asks | wait 5 hours, mail a time, undo reply, visitor moves | at once | ours | booked | -5 h | to_answer upcoming
of a confirmed call | confirm, wait 3 hours, mail a time, send, wait 3 hours, visitor moves | 47 hours before | nobody | confirmed | now | upcoming
`

export const messages = `
written | - | in 23 hours | ours | wrote | now | to_answer
written, and never answered | - | a year later | ours | wrote | now | to_answer overdue
read | wait 3 hours, read | at once | ours | wrote | -3 h | to_answer
replied to | wait 3 hours, replied | in 13 days | theirs | replied | now | their_turn
replied to, and silent for 14 days | replied | in 15 days | nobody | replied | 336 h | -
… taken back | wait 30 hours, read, replied, undo | at once | ours | wrote | -30 h | to_answer overdue
replied to, and set to read by hand | wait 3 hours, replied, read | at once | ours | wrote | -3 h | to_answer
replied by a mail | wait 3 hours, mail answer | at once | theirs | replied | now | their_turn
… taken back | wait 30 hours, mail answer, undo reply | at once | ours | wrote | -30 h | to_answer overdue
declined by a mail | wait 3 hours, mail decline | at once | nobody | turned_down | now | -
proposed times | mail propose | at once | theirs | proposed | now | their_turn
answered twice in a minute, the first taken back | wait 30 hours, mail answer, mail propose, undo first reply | at once | theirs | proposed | now | their_turn
… and the second too: nothing went out | wait 30 hours, mail answer, mail propose, undo first reply, undo reply | at once | ours | wrote | -30 h | to_answer overdue
answered another way | read, answered another way | at once | theirs | elsewhere | now | their_turn
… taken back | wait 11 hours, read, answered another way, undo answered | at once | ours | wrote | -11 h | to_answer
replied, they answered | replied, wait 3 hours, they answered | in 25 hours | ours | asked | now | to_answer overdue
… taken back | replied, wait 3 hours, they answered, undo they answered | at once | theirs | replied | -3 h | their_turn
… answered twice | replied, wait 3 hours, they answered, wait 1 hours, say answer | at once | theirs | replied | now | their_turn
archived: no answer needed | wait 3 hours, archive | at once | nobody | archived | now | archived
… taken back | wait 30 hours, read, archive, undo | at once | ours | wrote | -30 h | to_answer overdue
replied, archived | replied, wait 3 hours, archive | at once | nobody | archived | now | archived
… taken back | replied, wait 3 hours, archive, undo | at once | theirs | replied | -3 h | their_turn
replied, answered, archived, taken back | replied, wait 9 hours, they answered, wait 3 hours, archive, undo | at once | ours | asked | -3 h | to_answer
replied, archived, set to replied, and that taken back | replied, wait 3 hours, archive, wait 2 hours, replied, undo | at once | nobody | archived | -2 h | archived
replied, archived, and set to replied by hand | replied, wait 3 hours, archive, replied | at once | theirs | replied | now | their_turn
replied, archived, they answered, replied to | replied, archive, wait 3 hours, they answered, wait 2 hours, replied | at once | theirs | replied | now | their_turn
answered, archived, read, answered once more, and that taken back | say answer, wait 3 hours, archive, read, wait 2 hours, mail propose, undo reply | at once | ours | wrote | -5 h | to_answer
archived, and then replied to | read, wait 9 hours, archive, wait 3 hours, mail answer | at once | theirs | replied | now | their_turn
archived, they answered | archive, wait 3 hours, they answered | at once | ours | asked | now | to_answer archived
replied, and wrote anew | replied, wait 3 hours, write again | at once | theirs | replied | -3 h | their_turn
written twice: both are ours | wait 3 hours, write again | at once | ours | wrote | -3 h | to_answer
sent an offer | wait 3 hours, offer | in 13 days | theirs | offered | now | their_turn
… withdrawn later | offer, send, wait 3 hours, withdraw | at once | nobody | withdrawn | now | -
… accepted | offer, send, wait 3 hours, accept | a year later | ours | accepted | now | to_answer overdue
… accepted, no answer needed | offer, send, accept, wait 3 hours, no answer needed | at once | nobody | not_needed | now | -
… declined | offer, send, wait 3 hours, decline | at once | ours | declined | now | to_answer
an offer that is not mailed | wait 3 hours, offer by hand | at once | ours | wrote | -3 h | to_answer
… until it was sent | wait 3 hours, offer by hand, say offer | at once | theirs | offered | now | their_turn
erased | wait 3 hours, erase | at once | nobody | erased | -3 h | -
`
