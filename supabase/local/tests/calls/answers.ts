/** The calls that admins make about requests, except changes of the status. `{id}` is the id of a booked call. */
import type { Call } from '../transcript'
import { rpc } from './call'

const booked = {
  p_request_id: '00000000-0000-4000-8000-0000000000d1',
  p_name: 'Bea',
  p_email: 'bea@example.com',
  p_date: '{date}',
  p_start_time: '18:00',
  p_end_time: '18:30',
}
const seen = { status: 'confirmed', date: '{date}', start_time: '18:00' }
const moved = {
  p_booking_id: '{id}',
  p_seen: seen,
  p_date: '{date}',
  p_start_time: '19:00',
  p_end_time: '19:30',
}
const state = { status: 'confirmed', date: '{date}', start_time: '18:30', location: null, wording: null }
const told = { p_booking_ids: ['{id}'] }
const reply = { p_id: '00000000-0000-4000-8000-0000000000d2', p_request_id: '{id}', p_revision: 99 }
const note = { p_id: '00000000-0000-4000-8000-0000000000d3', p_body: 'Likes kelp' }
const nobody = '00000000-0000-4000-8000-0000000000d9'

export const answers: Call[] = [
  // Calls
  rpc('book a call for a person outside the hours', 'book_call', booked),
  rpc('book a call for a person', 'book_call', { ...booked, p_outside: true }),
  rpc('book the same call again with the same id', 'book_call', { ...booked, p_outside: true }),
  rpc('book a call for another person with the same id', 'book_call', {
    ...booked,
    p_email: 'cy@example.com',
  }),
  rpc('book a call for a person, as a member', 'book_call', booked, 'member'),
  rpc('book a call for a person, as a visitor', 'book_call', booked, 'visitor'),
  rpc('calls to tell about, after a confirmed call', 'get_calls_to_tell', {}),
  rpc('move a call', 'move_booking', { ...moved, p_outside: true }),
  rpc('move a call that has changed meanwhile', 'move_booking', {
    ...moved,
    p_start_time: '20:00',
    p_end_time: '20:30',
  }),
  rpc('move an unknown call', 'move_booking', { ...moved, p_booking_id: nobody }),
  rpc('calls to tell about, after a move', 'get_calls_to_tell', {}),
  rpc('mark an older state as known', 'set_known', { ...told, p_seen: { '{id}': state } }),
  rpc('undo an unknown act', 'undo_act', { p_request_id: '{id}', p_revision: 99 }),
  rpc('take the owner from a request without one', 'set_owner', { p_request_id: '{id}' }),
  // Replies
  rpc('mail a follow-up', 'send_reply', {
    ...reply,
    p_kind: 'follow_up',
    p_subject: 'Your call',
    p_body: 'Any news?',
  }),
  rpc('mail another text with the same id', 'send_reply', {
    ...reply,
    p_kind: 'follow_up',
    p_subject: 'Your call',
    p_body: 'No.',
  }),
  rpc('the replies of a request', 'list_replies', { p_request_id: '{id}' }),
  rpc('the mails of a request', 'list_automatic_mails', { p_request_id: '{id}' }),
  rpc('undo a booking of an unknown request', 'undo_act', { p_request_id: nobody, p_revision: 0 }),
  rpc('confirm a confirmed call by a reply', 'send_reply', { ...reply, p_kind: 'confirm' }),
  rpc('record an answer sent elsewhere', 'send_reply', { ...reply, p_kind: 'answer' }),
  rpc('reply to an unknown request', 'send_reply', { ...reply, p_request_id: nobody, p_kind: 'answer' }),
  rpc('the version of a link', 'get_link_version', { p_booking_id: '{id}' }),
  rpc('the version of the link of an unknown call', 'get_link_version', { p_booking_id: nobody }),
  // Turns, owners, notes, outcomes
  rpc('set a request to unanswered', 'set_answered', { p_request_id: '{id}', p_answered: false }),
  rpc('set a request to answered', 'set_answered', { p_request_id: '{id}', p_answered: true }),
  rpc('take the owner from a request', 'set_owner', { p_request_id: '{id}' }),
  rpc('make a stranger the owner', 'set_owner', { p_request_id: '{id}', p_owner: nobody }),
  rpc('add a note', 'add_note', { ...note, p_request_id: '{id}' }),
  rpc('edit a note', 'edit_note', { ...note, p_body: 'Likes kelp a lot' }),
  rpc('edit an unknown note', 'edit_note', { ...note, p_id: nobody }),
  rpc('delete a note', 'delete_note', { p_id: note.p_id }),
  rpc('the outcome of a call that has not begun', 'set_outcome', { p_booking_id: '{id}', p_outcome: 'held' }),
  rpc('the requests of a person', 'list_person', { p_email: 'bea@example.com' }),
  rpc('the requests of a person, as a visitor', 'list_person', { p_email: 'bea@example.com' }, 'visitor'),
]
