'use server'

import { erasePerson, setBookingStatus, setInquiryStatus } from '@/lib/requests/commands'
import {
  bookingChange,
  type BookingChange,
  erasure,
  type Erasure,
  inquiryChange,
  type InquiryChange,
} from '@/lib/requests/schema'
import type { Outcome } from '../outcome'
import { perform } from '../perform'

/** Sets a booking's status, unless it changed since the admin saw it. */
export async function changeBookingStatus(input: BookingChange): Promise<Outcome> {
  return perform('Failed to update booking status', async () => {
    const change = bookingChange.parse(input)
    await setBookingStatus(change)
    return `Booking ${change.status} successfully`
  })
}

/** Sets an inquiry's status, unless it changed since the admin saw it. */
export async function changeInquiryStatus(input: InquiryChange): Promise<Outcome> {
  return perform('Failed to update inquiry status', async () => {
    const change = inquiryChange.parse(input)
    await setInquiryStatus(change)
    return `Inquiry ${change.status} successfully`
  })
}

/** Erases a person's name, e-mail and messages from every record of theirs. */
export async function erasePersonalData(input: Erasure): Promise<Outcome> {
  return perform('Failed to erase personal data', async () => {
    const count = await erasePerson(erasure.parse(input))
    return `Personal data erased from ${count} ${count === 1 ? 'record' : 'records'}`
  })
}
