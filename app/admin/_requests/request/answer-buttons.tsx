'use client'

import { useId, useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { isAhead } from '@/lib/requests/replies'
import type { AdminRequest } from '@/lib/requests/request'
import type { AnswerNote } from '@/lib/requests/schema'
import { turnOf } from '@/lib/requests/turn'
import { ActionButton } from '../../_components/action-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { noteAnswer } from './actions'

/** Buttons for what the site cannot know: an answer, or one of theirs, by phone or another way. */
export function AnswerButtons({ request, now }: { request: AdminRequest; now: number }) {
  const { run, pending } = useAdminAction()
  const group = useRef<HTMLDivElement>(null)
  const label = useId()
  const note = (act: AnswerNote['act'], name: string) => (
    <ActionButton
      size="xs"
      variant="outline"
      pending={pending}
      onClick={() => {
        // Another button takes this one's place.
        group.current?.focus()
        ignorePresses(group.current)
        run(() => noteAnswer({ id: request.id, act }), { failure: 'Failed to save the answer' })
      }}
    >
      {name}
    </ActionButton>
  )
  const isOurs = turnOf(request, now)?.whose === 'ours'
  // A call whose time is held needs an answer.
  const isHeld = request.status === 'pending' && isAhead(request, now)
  return (
    <div
      ref={group}
      tabIndex={-1}
      role="group"
      aria-labelledby={label}
      className="mt-3 flex flex-wrap items-center gap-2 rounded"
    >
      <span id={label} className="text-muted-foreground">
        By phone, or elsewhere:
      </span>
      {isOurs && note('elsewhere', 'I answered another way')}
      {isOurs && !isHeld && note('not_needed', 'No answer needed')}
      {!isOurs && note('they_answered', 'They answered')}
    </div>
  )
}
