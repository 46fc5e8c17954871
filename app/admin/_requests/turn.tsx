'use client'

import { Button } from '@/components/ui/button'
import type { AdminRequest } from '@/lib/requests/request'
import { describeTurn } from '@/lib/requests/turn'
import { useAdminAction } from '../_components/use-admin-action'
import { changeAnswered } from './actions'

/** Whose turn it is, and a button for what the site cannot know: an answer, or a reply, by phone or mail. */
export function Turn({ request, now }: { request: AdminRequest; now: number }) {
  const { run, pending } = useAdminAction()
  const wait = describeTurn(request, now)
  const { id, our_turn_since, their_turn_since } = request
  if (!wait || wait === 'not confirmed') return null
  const answered = Boolean(our_turn_since)
  if (!answered && !their_turn_since) return null
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{answered ? `They wait for an answer: ${wait}.` : `Answered: ${wait}.`}</span>
      <Button
        size="sm"
        variant="outline"
        aria-disabled={pending}
        onClick={() => run(() => changeAnswered(id, answered), { failure: 'Failed to save the answer' })}
      >
        {answered ? 'I answered another way' : 'They answered'}
      </Button>
    </p>
  )
}
