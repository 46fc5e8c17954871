'use client'

import { Alert } from '@/components/ui/alert'
import { useLive } from './live'

/** What admins should know about the site as a whole. */
export function Notices() {
  const notices = useLive().desk.reads.notices.data ?? []
  return notices.map((notice) => (
    <Alert key={notice} className="text-sm">
      {notice}
    </Alert>
  ))
}
