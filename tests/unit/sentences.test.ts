import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Every sentence that the studio's specification fixes for validation, success and failure, and the test file that shows it to a person in a
 * browser. The sentences of the unit tests at the end are reached by a crafted request or a fault in our own code only.
 */
const shownBy: Record<string, string[]> = {
  'e2e/booking-flow.spec.ts': [
    'Please fill in your name and email',
    'Booking created successfully',
    'Inquiry submitted successfully',
    "Your booking has been submitted successfully. We'll be in touch soon!",
    "Your message has been sent successfully. We'll get back to you soon!",
  ],
  'e2e/booking-conflict.spec.ts': [
    'Failed to create booking. This time slot may already be booked.',
    'Failed to submit inquiry',
  ],
  'e2e/admin-availability.spec.ts': [
    'Please select at least one day for recurring availability.',
    'Please select a date for one-off availability.',
    'Please fill in all start and end times.',
    'End time must be after start time.',
    'Availability has been updated.',
    'Error finding time slot',
    'Error creating time slot',
    'Error saving recurring availability',
    'Error saving one-off availability',
    'Slot availability updated successfully',
    'Failed to update availability',
    'Date enabled successfully',
    'Date disabled successfully',
    'Failed to update date availability',
  ],
  'e2e/admin-week.spec.ts': [
    'Recurring availability updated successfully.',
    'Failed to update recurring availability',
    'Recurring pattern deleted successfully.',
    'Failed to delete recurring pattern.',
    'All recurring availability for Thursday has been deleted.',
    'Time slot created successfully.',
    'Failed to create time slot.',
    'Time slot deleted successfully.',
    'Failed to delete time slot. It might be in use.',
    'Failed to delete time slot.',
  ],
  'e2e/admin-requests-changes.spec.ts': [
    'Booking confirmed successfully',
    'Booking cancelled successfully',
    'Failed to update booking status',
    'Inquiry ${status} successfully',
    'Failed to update inquiry status',
    'Failed to fetch availability exceptions.',
    'Failed to fetch recurring availability.',
    'Failed to fetch time slots.',
    'Failed to fetch time slot presets.',
    'Failed to fetch bookings',
    'Failed to fetch inquiries',
    'Failed to load admin data.',
  ],
  'e2e/admin-login.spec.ts': [
    'Invalid login credentials',
    'You must provide either an email or phone number and a password',
  ],
  'unit/booking-schema.test.ts': ['Please select a date and time for your booking'],
  'unit/auth-context.test.tsx': ['useAuth must be used within an AuthProvider'],
}

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

/** The booking's tests name their sentences once, as `says.<key>`. */
function keyOf(sentence: string): string | undefined {
  return read('e2e/booking.ts')
    .split('\n')
    .find((line) => line.includes(sentence))
    ?.match(/^ *(\w+):/)?.[1]
}

for (const [file, sentences] of Object.entries(shownBy)) {
  test.each(sentences)(`${file} shows “%s”`, (sentence) => {
    expect(existsSync(join(import.meta.dirname, '..', file))).toBe(true)
    const source = read(file)
    const key = source.includes(sentence) ? null : keyOf(sentence)
    expect(key === null || source.includes(`says.${key}`), `no test shows “${sentence}”`).toBe(true)
  })
}
