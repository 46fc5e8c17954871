/** Calls that fail: the caller lacks the right, or the target does not exist. */
import type { Call } from '../transcript'
import { get, patch, post, rows } from './call'

export const errors: Call[] = [
  // Missing rights
  get('bookings, as a visitor', 'bookings?select=id', undefined, 'visitor'),
  get('slots, as a visitor', 'time_slots?select=id', undefined, 'visitor'),
  get('bookings, as somebody else', 'bookings?select=id', undefined, 'member'),
  patch(
    'confirm, as a visitor',
    'bookings?email=eq.ana@example.com',
    { status: 'confirmed' },
    rows,
    'visitor',
  ),
  patch(
    'confirm, as somebody else',
    'bookings?status=eq.pending&select=status',
    { status: 'confirmed' },
    rows,
    'member',
  ),
  post(
    'insert a slot, as somebody else',
    'time_slots',
    { start_time: '20:00', end_time: '20:30', duration_minutes: 30 },
    rows,
    'member',
  ),
  get('an expired token', 'bookings?select=id', undefined, 'expired'),
  get('a forged token', 'bookings?select=id', undefined, 'forged'),
  get('a token that is none', 'bookings?select=id', undefined, 'malformed'),
  // Other errors
  get('a table that is not there', 'cupboards?select=id'),
  get('a table of another schema', 'submission_caps?select=*'),
  get('another schema', 'bookings?select=id', { 'accept-profile': 'private' }),
  get('another media type', 'bookings?select=id', { accept: 'text/xml' }),
]
