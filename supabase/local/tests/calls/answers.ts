/** Every call of an admin about a request, except its status. `{id}` is the first booked call. */
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
  rpc('book for somebody outside the hours', 'book_call', booked),
  rpc('book for somebody', 'book_call', { ...booked, p_outside: true }),
  rpc('book for somebody again', 'book_call', { ...booked, p_outside: true }),
  rpc('book for somebody else with the same id', 'book_call', { ...booked, p_email: 'cy@example.com' }),
  rpc('book for somebody, as somebody else', 'book_call', booked, 'member'),
  rpc('book for somebody, as a visitor', 'book_call', booked, 'visitor'),
  rpc('whom to tell that they are confirmed', 'get_calls_to_tell', {}),
  rpc('move a call', 'move_booking', { ...moved, p_outside: true }),
  rpc('move a call that is not as it was seen', 'move_booking', {
    ...moved,
    p_start_time: '20:00',
    p_end_time: '20:30',
  }),
  rpc('move a call of nobody', 'move_booking', { ...moved, p_booking_id: nobody }),
  rpc('whom to tell', 'get_calls_to_tell', {}),
  rpc('told what is not so any more', 'set_known', { ...told, p_seen: { '{id}': state } }),
  rpc('what nobody did, taken back', 'undo_act', { p_request_id: '{id}', p_revision: 99 }),
  rpc('give to nobody what nobody has', 'set_owner', { p_request_id: '{id}' }),
  // Replies
  rpc('mail a follow-up', 'send_reply', {
    ...reply,
    p_kind: 'follow_up',
    p_subject: 'Your call',
    p_body: 'Any news?',
  }),
  rpc('mail another with the same id', 'send_reply', {
    ...reply,
    p_kind: 'follow_up',
    p_subject: 'Your call',
    p_body: 'No.',
  }),
  rpc('what was written', 'list_replies', { p_request_id: '{id}' }),
  rpc('what the site told', 'list_told', { p_request_id: '{id}' }),
  rpc('take the booking back', 'undo_act', { p_request_id: nobody, p_revision: 0 }),
  rpc('confirm by a reply what is confirmed', 'send_reply', { ...reply, p_kind: 'confirm' }),
  rpc('say that an answer went out', 'send_reply', { ...reply, p_kind: 'answer' }),
  rpc('reply to nobody', 'send_reply', { ...reply, p_request_id: nobody, p_kind: 'answer' }),
  rpc('the version of a link', 'get_link_version', { p_booking_id: '{id}' }),
  rpc('the version of the link of nobody', 'get_link_version', { p_booking_id: nobody }),
  // Answers, owners, notes, outcomes
  rpc('they asked again', 'set_answered', { p_request_id: '{id}', p_answered: false }),
  rpc('they were answered', 'set_answered', { p_request_id: '{id}', p_answered: true }),
  rpc('give to nobody what somebody has', 'set_owner', { p_request_id: '{id}' }),
  rpc('give it to who is no admin', 'set_owner', { p_request_id: '{id}', p_owner: nobody }),
  rpc('add a note', 'add_note', { ...note, p_request_id: '{id}' }),
  rpc('edit a note', 'edit_note', { ...note, p_body: 'Likes kelp a lot' }),
  rpc('edit a note of somebody else', 'edit_note', { ...note, p_id: nobody }),
  rpc('delete a note', 'delete_note', { p_id: note.p_id }),
  rpc('what came of a call that has not begun', 'set_outcome', { p_booking_id: '{id}', p_outcome: 'held' }),
  rpc('the requests of a person', 'list_person', { p_email: 'bea@example.com' }),
  rpc('the requests of a person, as a visitor', 'list_person', { p_email: 'bea@example.com' }, 'visitor'),
]
