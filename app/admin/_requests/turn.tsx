'use client'

import { Button } from '@/components/ui/button'
import type { AdminRequest } from '@/lib/requests/request'
import { describeTurn, turnOf } from '@/lib/requests/turn'
import { useAdminAction } from '../_components/use-admin-action'
import { changeAnswered } from './actions'

/** Whose turn it is, and a button for what the site cannot know: an answer, or a reply, by phone or mail. */
export function Turn({ request, now }: { request: AdminRequest; now: number }) {
  const { run, pending } = useAdminAction()
  const wait = describeTurn(request, now)
  const turn = turnOf(request, now)
  if (!turn || turn.whose === 'nobody') return null
  const answered = turn.whose === 'ours'
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{answered ? `They wait for an answer: ${wait}.` : `Answered: ${wait}.`}</span>
      <Button
        size="sm"
        variant="outline"
        aria-disabled={pending}
        onClick={() =>
          run(() => changeAnswered(request.id, answered), { failure: 'Failed to save the answer' })
        }
      >
        {answered ? 'I answered another way' : 'They answered'}
      </Button>
    </p>
  )
}
