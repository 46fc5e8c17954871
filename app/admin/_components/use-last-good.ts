'use client'

import { useState } from 'react'

/** The last data that could be read, so that a failed refresh takes nothing off the screen; null until there was any. */
export function useLastGood<Data>(data: Data | null): Data | null {
  const [good, setGood] = useState(data)
  if (data !== null && data !== good) setGood(data)
  return data ?? good
}
