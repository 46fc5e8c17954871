/** Calls that fail because the caller lacks a right, or because the table, column or function does not exist. */
import type { Call } from '../transcript'
import { get, patch, post, rows } from './call'

export const errors: Call[] = [
  // Missing rights
  get('bookings, as a visitor', 'bookings?select=id', undefined, 'visitor'),
  get('slots, as a visitor', 'time_slots?select=id', undefined, 'visitor'),
  get('bookings, as a member', 'bookings?select=id', undefined, 'member'),
  patch(
    'confirm, as a visitor',
    'bookings?email=eq.ana@example.com',
    { status: 'confirmed' },
    rows,
    'visitor',
  ),
  patch(
    'confirm, as a member',
    'bookings?status=eq.pending&select=status',
    { status: 'confirmed' },
    rows,
    'member',
  ),
  post(
    'insert a slot, as a member',
    'time_slots',
    { start_time: '20:00', end_time: '20:30', duration_minutes: 30 },
    rows,
    'member',
  ),
  get('an expired token', 'bookings?select=id', undefined, 'expired'),
  get('a forged token', 'bookings?select=id', undefined, 'forged'),
  get('a malformed token', 'bookings?select=id', undefined, 'malformed'),
  // Other errors
  get('an unknown table', 'cupboards?select=id'),
  get('a table of another schema', 'submission_caps?select=*'),
  get('another schema', 'bookings?select=id', { 'accept-profile': 'private' }),
  get('another media type', 'bookings?select=id', { accept: 'text/xml' }),
]
