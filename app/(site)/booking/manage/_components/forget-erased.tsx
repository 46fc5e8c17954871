'use client'

import { useEffect } from 'react'
import { clearConfirmation } from '../../_components/clear-confirmation'

/** Deletes the confirmation that this tab saved. `booking` is the booking's id. */
export function ForgetErased({ booking }: { booking: string }) {
  useEffect(() => clearConfirmation(booking), [booking])
  return null
}
