'use client'

import { useEffect } from 'react'
import { clearConfirmation } from '../../_components/confirmation'

/** Deletes the saved confirmation of an erased booking, by its id. */
export function ForgetErased({ booking }: { booking: string }) {
  useEffect(() => clearConfirmation(booking), [booking])
  return null
}
