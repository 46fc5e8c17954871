'use server'

import { revalidatePath } from 'next/cache'
import { paths } from '@/lib/paths'
import { locationChange, setLocation } from '@/lib/requests/details'
import type { Outcome } from '../outcome'
import { perform } from '../perform'

/** Says where one booking's call happens. */
export async function changeLocation(input: { id: string; location: string }): Promise<Outcome> {
  const outcome = await perform('Failed to save the place', async () => {
    await setLocation(locationChange.parse(input))
    return 'Place saved'
  })
  if (outcome.status !== 'signed-out') revalidatePath(paths.admin)
  return outcome
}
