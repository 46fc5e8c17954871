'use client'

import { useEffect } from 'react'
import { clearConfirmation } from '../../_components/confirmation'

/** Deletes the saved confirmation of a booking (its id) after its erasure. */
export function ForgetErased({ booking }: { booking: string }) {
  useEffect(() => clearConfirmation(booking), [booking])
  return null
}
