'use client'

import { useEffect, useEffectEvent } from 'react'
import { takeResult } from './last-result'
import { useAdminAction } from './use-admin-action'

/**
 * Shows the last result again after a reload. The first response of a new site that renders the page
 * makes Next reload the document, and the sentence and its Undo would be gone after a moment.
 */
export function LastResultAgain() {
  const { report } = useAdminAction()
  const show = useEffectEvent(() => {
    const result = takeResult()
    if (result) report(result, { failure: 'It was not done' })
  })
  useEffect(() => {
    // In a timeout, because toasts can only be shown after this commit.
    const timer = setTimeout(show)
    return () => clearTimeout(timer)
  }, [])
  return null
}
