'use client'

import { useState } from 'react'
import type { Read } from '../queries'

/** What was read last: data that could not be read this time stay as they were. */
export function useLastRead<Data>({ data }: Read<Data>): Data | null {
  const [last, setLast] = useState(data)
  if (data !== null && data !== last) setLast(data)
  return data ?? last
}
