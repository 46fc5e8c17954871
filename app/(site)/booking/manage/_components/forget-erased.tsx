'use client'

import { useEffect } from 'react'
import { forgetCall } from '@/lib/booking/kept-calls'
import { paths } from '@/lib/paths'
import { clearConfirmation } from '../../_components/confirmation'

/** Removes what this browser keeps of a booking (its id) that was just erased. */
export function ForgetErased({ booking }: { booking: string }) {
  useEffect(() => {
    clearConfirmation(booking)
    forgetCall(`${paths.manage}/${booking}`)
  }, [booking])
  return null
}
