'use client'

import { useId, useState } from 'react'
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { fieldVariants } from '@/components/ui/field-variants'
import { formatDate, formatShortDate } from '@/lib/dates'
import { ASK, type Asking, askText, type CallToAsk, MAX_WHY, proposedWhy } from '@/lib/requests/asking'
import { ConfirmButton } from '../../_components/confirm-dialog'
import type { Undoing } from '@/lib/requests/schema'
import { useAdminAction } from '../../_components/use-admin-action'
import type { ActionResult } from '../../action-result'
import { takeBack } from '../undo-actions'
import { askForTimes } from './actions'
import { AskByHand } from './ask-by-hand'
import { AskLine } from './ask-line'
import { Asked } from './asked'

const withNewIds = (ids: Map<string, string>, calls: CallToAsk[]) =>
  new Map([...ids, ...calls.map(({ id }) => [id, crypto.randomUUID() as string] as const)])

interface AskDialogProps {
  asking: Asking
  onClose: () => void
  returnFocus: (event: Event, isDone: boolean) => void
}

/** Asks the visitors of calls on closed dates for another time, then lists the asked ones. */
export function AskDialog({ asking, onClose, returnFocus }: AskDialogProps) {
  const { calls, origin, sends } = asking
  const { run, pending } = useAdminAction()
  const [why, setWhy] = useState(() => proposedWhy(calls))
  const [unticked, setUnticked] = useState<string[]>([])
  // Stable ids store a proposal once when it is sent again after a lost response. A withdrawn proposal gets a
  // new one.
  const [replyIds, setReplyIds] = useState(() => withNewIds(new Map<string, string>(), calls))
  /** By call id: the act that `takeBack` undoes. */
  const [acts, setActs] = useState(new Map<string, Undoing['acts'][number]>())
  /** The asked calls; null before. */
  const [asked, setAsked] = useState<CallToAsk[] | null>(null)
  /**
   * The asked calls whose proposal was taken back. They keep their place, so that no row moves under the
   * pointer.
   */
  const [undone, setUndone] = useState<CallToAsk[]>([])
  const [leftOut, setLeftOut] = useState<CallToAsk[]>([])
  const [writes, setWrites] = useState(false)
  const isEmpty = why.trim() === ''
  const ticked = calls.filter(({ id }) => !unticked.includes(id))

  /** Asks about these calls. Without `sends`, the admin has sent the mails by hand. */
  function ask(some: CallToAsk[]) {
    const proposals = some.map((call) => {
      const { times, ...text } = askText(call, why.trim(), origin)
      const { id, revision } = call
      return { id, revision, replyId: replyIdOf(call), text: sends ? text : null, times }
    })
    run(() => askForTimes(proposals), {
      failure: 'Nobody was asked',
      repeats: true,
      onResult(result) {
        const out = 'message' in result ? result.leftOut : 'failed' in result ? result.failedIds : undefined
        const isOut = ({ id }: CallToAsk) => out?.includes(id) ?? false
        setLeftOut((before) => [...new Set([...before, ...some.filter(isOut)])])
        if (!('message' in result)) return
        setActs((before) => new Map([...before, ...(result.acts ?? []).map((act) => [act.id, act] as const)]))
        setAsked((before) => [...new Set([...(before ?? []), ...some.filter((call) => !isOut(call))])])
        setUndone((before) => before.filter((call) => !some.includes(call)))
      },
      onUndo: { onResult: onUndone(some) },
    })
  }

  const onUndone = (some: CallToAsk[]) => (result: ActionResult) => {
    if (!('message' in result)) return
    setUndone((before) => [...before, ...some])
    setReplyIds((before) => withNewIds(before, some))
  }

  function undo(some: CallToAsk[]) {
    const of = some.flatMap(({ id }) => acts.get(id) ?? [])
    run(() => takeBack({ of: 'asked', acts: of }), {
      failure: 'Failed to take it back',
      onResult: onUndone(some),
    })
  }

  const replyIdOf = ({ id }: CallToAsk) => replyIds.get(id) ?? ''
  const shared = { calls, pending }
  return (
    <AlertDialog open onOpenChange={(next) => !next && onClose()}>
      <AlertDialogContent
        className="w-[min(34rem,calc(100vw-2rem))] max-sm:top-auto max-sm:bottom-4 max-sm:translate-y-0"
        onCloseAutoFocus={(event) => returnFocus(event, asked !== null)}
      >
        {writes ? (
          <AskByHand
            {...shared}
            {...{ leftOut, origin, why: why.trim() }}
            asked={(asked ?? []).filter((call) => !undone.includes(call))}
            calls={ticked}
            onSent={(call) => ask([call])}
          />
        ) : asked ? (
          <Asked {...{ asked, undone, leftOut, pending, undo }} />
        ) : (
          <>
            <AlertDialogTitle>{titleOf(asking)}</AlertDialogTitle>
            <AlertDialogDescription>
              {calls.length === 1
                ? 'Nobody is told by that. 1 call still stands there:'
                : `Nobody is told by that. ${calls.length} calls still stand there:`}
            </AlertDialogDescription>
            <Why why={why} onChange={setWhy} />
            <ul className="grid" aria-label="Whom to ask">
              {calls.map((call) => (
                <AskLine key={call.id} call={call}>
                  <Checkbox
                    aria-label={`Ask ${call.name}`}
                    checked={ticked.includes(call)}
                    onCheckedChange={(isTicked) =>
                      setUnticked((before) =>
                        isTicked === true ? before.filter((id) => id !== call.id) : [...before, call.id],
                      )
                    }
                  />
                </AskLine>
              ))}
            </ul>
            <AlertDialogFooter>
              <AlertDialogCancel asChild>
                <Button size="sm" variant="outline">
                  Not now
                </Button>
              </AlertDialogCancel>
              <ConfirmButton
                pending={pending || isEmpty || ticked.length === 0}
                onClick={() => (sends ? ask(ticked) : setWrites(true))}
              >
                {ASK}
              </ConfirmButton>
            </AlertDialogFooter>
          </>
        )}
      </AlertDialogContent>
    </AlertDialog>
  )
}

function titleOf({ dates, calls }: Asking): string {
  if (!dates)
    return calls.length === 1
      ? '1 call stands on a closed date'
      : `${calls.length} calls stand on closed dates`
  const { from, to } = dates
  return from === to
    ? `${formatDate(from)} is closed`
    : `${formatShortDate(from)} to ${formatShortDate(to)} are closed`
}

/** The sentence that all mails contain. */
function Why({ why, onChange }: { why: string; onChange: (why: string) => void }) {
  const hint = useId()
  return (
    <label className="grid gap-1.5">
      <span className="font-medium">What you say to them</span>
      <textarea
        rows={2}
        maxLength={MAX_WHY}
        value={why}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={hint}
        className={fieldVariants({ density: 'lines', className: 'max-h-40 min-h-16! text-sm' })}
      />
      <span id={hint} className="text-muted-foreground">
        Each mail then has their name, their call, free times and their link.
      </span>
    </label>
  )
}
