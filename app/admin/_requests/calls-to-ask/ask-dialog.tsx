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
import { dismissToast } from '@/components/toasts'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { fieldVariants } from '@/components/ui/field-variants'
import { formatDate, formatShortDate } from '@/lib/dates'
import { ASK, type CallsToAsk, askText, type CallToAsk, MAX_WHY, proposedWhy } from '@/lib/requests/asking'
import { ConfirmButton } from '../../_components/confirm-dialog'
import type { Undoing } from '@/lib/requests/schema'
import { toastId, useAdminAction } from '../../_components/use-admin-action'
import { isString, readDraft, storeDraft } from '../../_components/use-stored-draft'
import type { ActionResult } from '../../action-result'
import { undoActs } from '../undo-actions'
import { askForTimes } from './actions'
import { AskByHand } from './ask-by-hand'
import { AskLine } from './ask-line'
import { AskedList } from './asked-list'

const withNewIds = (ids: Map<string, string>, calls: CallToAsk[]) =>
  new Map([...ids, ...calls.map(({ id }) => [id, crypto.randomUUID() as string] as const)])

interface AskDialogProps {
  callsToAsk: CallsToAsk
  onClose: () => void
  returnFocus: (event: Event, isDone: boolean) => void
}

/** Asks visitors of calls on closed dates for another time. Then lists the calls, each with an Undo. */
export function AskDialog({ callsToAsk, onClose, returnFocus }: AskDialogProps) {
  const { calls, origin, mailed } = callsToAsk
  const { run, pending } = useAdminAction()
  const proposed = proposedWhy(calls)
  // After an Undo, the sentence of the proposals that were undone.
  const whyKey = `why ${proposed}`
  const [why, setWhy] = useState(() => readDraft(whyKey, isString) ?? proposed)
  const [unticked, setUnticked] = useState<string[]>([])
  // For each call, the id of its proposal. The database stores each id once, so a retry after a lost response
  // adds no second proposal. Undo makes a new id.
  const [replyIds, setReplyIds] = useState(() => withNewIds(new Map<string, string>(), calls))
  /** For each call id, the act that Undo takes back, and the toast that says so. */
  const [acts, setActs] = useState(new Map<string, { act: Undoing['acts'][number]; toast: string }>())
  /** The calls whose visitors were asked; null before the first. */
  const [asked, setAsked] = useState<CallToAsk[] | null>(null)
  /**
   * The calls in `asked` whose proposals were undone. They stay in the list, so that its rows do not move
   * under the pointer.
   */
  const [undone, setUndone] = useState<CallToAsk[]>([])
  const [changed, setChanged] = useState<CallToAsk[]>([])
  const [isByHand, setByHand] = useState(false)
  const ticked = calls.filter(({ id }) => !unticked.includes(id))

  /**
   * Sends a proposal for each of these calls. Without `mailed`, only records the proposals, because the admin
   * mails them.
   */
  function ask(some: CallToAsk[]) {
    const proposals = some.map((call) => {
      const { times, ...text } = askText(call, why.trim(), origin)
      const { id, revision } = call
      return { id, revision, replyId: replyIds.get(id) ?? '', text: mailed ? text : null, times }
    })
    run(() => askForTimes(proposals), {
      failure: 'Nobody was asked',
      repeats: true,
      onResult(result) {
        const failedIds = ('failedIds' in result && result.failedIds) || []
        const isAsked = ({ id }: CallToAsk) => !failedIds.includes(id)
        setChanged((before) => [...new Set([...before, ...some.filter((call) => !isAsked(call))])])
        if (!('message' in result)) return
        storeDraft(whyKey, null)
        const toast = result.undo ? toastId(result.undo) : ''
        const made = result.acts?.map((act) => [act.id, { act, toast }] as const) ?? []
        setActs((before) => new Map([...before, ...made]))
        setAsked((before) => [...new Set([...(before ?? []), ...some.filter(isAsked)])])
        setUndone((before) => before.filter((call) => !some.includes(call)))
      },
      onUndo: { onResult: onUndone(some) },
    })
  }

  const onUndone = (some: CallToAsk[]) => (result: ActionResult) => {
    if (!('message' in result)) return
    storeDraft(whyKey, why)
    setUndone((before) => [...before, ...some])
    setReplyIds((before) => withNewIds(before, some))
  }

  function undo(some: CallToAsk[]) {
    const taken = some.flatMap(({ id }) => acts.get(id) ?? [])
    run(() => undoActs({ of: 'asked', acts: taken.map(({ act }) => act) }), {
      failure: 'Failed to take it back',
      onResult(result) {
        onUndone(some)(result)
        if ('message' in result) for (const { toast } of taken) if (toast) dismissToast(toast)
      },
    })
  }

  return (
    <AlertDialog open onOpenChange={(next) => !next && onClose()}>
      <AlertDialogContent
        className="w-[min(34rem,calc(100vw-2rem))] max-sm:top-auto max-sm:bottom-4 max-sm:translate-y-0"
        onCloseAutoFocus={(event) => returnFocus(event, asked !== null)}
      >
        {isByHand ? (
          <AskByHand
            {...{ changed, origin, pending, why: why.trim() }}
            asked={(asked ?? []).filter((call) => !undone.includes(call))}
            calls={ticked}
            onSent={(call) => ask([call])}
          />
        ) : asked ? (
          <AskedList {...{ asked, undone, changed, pending, undo }} />
        ) : (
          <>
            <AlertDialogTitle>{titleOf(callsToAsk)}</AlertDialogTitle>
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
                pending={pending || why.trim() === '' || ticked.length === 0}
                onClick={() => (mailed ? ask(ticked) : setByHand(true))}
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

function titleOf({ dates, calls }: CallsToAsk): string {
  if (!dates)
    return calls.length === 1
      ? '1 call stands on a closed date'
      : `${calls.length} calls stand on closed dates`
  const { from, to } = dates
  return from === to
    ? `${formatDate(from)} is closed`
    : `${formatShortDate(from)} to ${formatShortDate(to)} are closed`
}

/** The field for a sentence that every mail contains. */
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
