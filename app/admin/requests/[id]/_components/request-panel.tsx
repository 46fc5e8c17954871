import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { useHydrated } from '@/components/use-hydrated'
import { formatTimestamp } from '@/lib/dates'
import { mailto } from '@/lib/booking/mailto'
import type { OfferSummary } from '@/lib/offers/queries'
import type { UntoldCall } from '@/lib/requests/untold'
import type { Reply } from '@/lib/requests/one-request'
import { fittingKinds, isAhead } from '@/lib/requests/replies'
import { isErased } from '@/lib/requests/request'
import type { Status } from '@/lib/statuses'
import { turnOf } from '@/lib/requests/turn'
import { cn } from '@/lib/utils'
import { doOnce } from '../../../_components/do-once'
import { MoreMenu } from '../../../_components/more-menu'
import { PartFailure } from '../../../_components/part-failure'
import { usePreviousData } from '../../../_components/previous-data'
import { useAdminAction } from '../../../_components/use-admin-action'
import { keepCall } from '../../../_requests/calls-to-ask/actions'
import { useMoveCall } from '../../../_requests/calls/move-call'
import { ReplyComposer, type ReplyComposerProps } from '../../../_requests/reply/reply-composer'
import { newDraft, restoreReply, startAnew, useReplyDraft } from '../../../_requests/reply/reply-draft'
import { useVisitorTexts } from '../../../_requests/untold/use-visitor-texts'
import { TurnText } from '../../../_requests/turn-mark'
import { changeOutcome, noteAnswer } from '../../actions'
import { UntoldNotice } from './untold-notice'
import { OutcomeField } from './outcome-field'
import { SentReplies } from './sent-replies'
import { VerbButton } from './verb-buttons'
import { type Verb, verbsOf } from './verbs'

export interface RequestPanelProps extends Pick<ReplyComposerProps, 'request' | 'context' | 'mailed'> {
  now: number
  /** Null if they could not be read. */
  replies: Reply[] | null
  /** Null if there is no offer, or it could not be read. */
  offer: OfferSummary | null
  /** The call, if the visitor does not know a change to it. */
  toTell: UntoldCall | undefined
  /** True if `toTell` could not be read. */
  isUntoldUnread: boolean
  /** When a mail told the visitor that without another word the call does not take place (ISO 8601). */
  warnedAt: string | undefined
  /** The link to the next request to answer, once this one is answered. */
  next: React.ReactNode
  pending: boolean
  /** True while the badge shows another status than `request`: sentences would contradict it. */
  isChanging: boolean
  onStatus: (status: Status) => void
}

export function RequestPanel({ request, now, isChanging, mailed, ...props }: RequestPanelProps) {
  const replies = usePreviousData(props.replies) ?? []
  const context = {
    ...props.context,
    link: usePreviousData(props.context.link),
    free: usePreviousData(props.context.free),
    events: usePreviousData(props.context.events),
    usual: usePreviousData(props.context.usual),
    agreed: usePreviousData(props.context.agreed),
  }
  const { draft, setDraft } = useReplyDraft(request.id)
  const { run, pending: isNoting } = useAdminAction()
  const move = useMoveCall(request)
  const group = useRef<HTMLDivElement>(null)
  const texts = useVisitorTexts()
  const { row, rest, main, sentence } = verbsOf(request, now, mailed, props.offer?.state)
  const pending = props.pending || isNoting
  const turn = turnOf(request, now)
  const isOurs = turn?.whose === 'ours'
  const isAccepted = isOurs && turn.reason === 'accepted'
  // A second press on 'Next to answer' must not hit a button of the next request.
  const isNew = useRef(useHydrated())
  useEffect(() => {
    if (isNew.current) ignorePresses(group.current)
  }, [])
  // On a small screen a letter that opens begins at the top.
  const isOpening = useRef(false)
  const letter = draft?.kind
  useEffect(() => {
    const verbs = group.current
    if (isOpening.current && matchMedia('(width < 64rem)').matches) verbs?.parentElement?.scrollIntoView()
    isOpening.current = false
    return () => {
      // A letter that is sent takes the focus with it.
      if (letter && document.activeElement === document.body) verbs?.focus({ preventScroll: true })
    }
  }, [letter])
  const isConfirmed = request.status === 'confirmed' && isAhead(request, now)
  const booking = request.type === 'booking' ? request : null

  function act(verb: Verb) {
    // Ignores further presses for a moment: the buttons move, so a second press would hit another button.
    const opensDialog = 'move' in verb || ('status' in verb && verb.status === 'cancelled')
    if (!opensDialog && !('reply' in verb)) {
      ignorePresses(group.current)
      group.current?.focus({ preventScroll: true }) // the pressed button goes
    }
    if ('status' in verb) {
      props.onStatus(verb.status)
    } else if ('reply' in verb) {
      const { reply: kind } = verb
      if (kind !== draft?.kind) setDraft(draft ? startAnew(draft, request, kind) : newDraft(request, kind))
      isOpening.current = true
    } else if ('note' in verb) {
      run(() => doOnce(noteAnswer, { id: request.id, act: verb.note }, request.revision), {
        failure: 'Failed to save the answer',
      })
    } else if ('keep' in verb) {
      run(() => keepCall(request.id), { failure: 'Failed to keep the time', repeats: true })
    } else if ('outcome' in verb) {
      run(
        () => doOnce(changeOutcome, { id: request.id, outcome: verb.outcome, reason: '' }, request.revision),
        { failure: 'Failed to save the outcome' },
      )
    } else move?.()
  }

  return (
    <section
      aria-label="What to do"
      className={cn(
        'relative rounded-xl border border-border bg-card p-3 text-card-foreground sm:p-4',
        isAccepted && 'border-primary',
      )}
    >
      <p className="min-h-7 max-sm:pr-12">
        {request.over_from && !isChanging && (
          <TurnText request={request} now={now} isBrief={draft !== null} />
        )}
      </p>
      {!draft && isOurs && request.status === 'pending' && props.warnedAt && !isAhead(request, now) && (
        <p className="text-muted-foreground">
          {`They were told on ${formatTimestamp(props.warnedAt)}: if you hear nothing more from us, it does not take place.`}
        </p>
      )}
      {booking?.status === 'confirmed' && !isAhead(booking, now) && !isErased(booking) && (
        <OutcomeField booking={booking} />
      )}
      <div
        ref={group}
        tabIndex={-1}
        role="group"
        aria-label="Verbs"
        className="mt-2 flex flex-wrap gap-2 rounded max-sm:gap-1.5 max-sm:[&>:not(:last-child)]:px-2.5 max-sm:[&>:not(:last-child)]:text-[0.8125rem] max-[22rem]:[&>:not(:last-child)]:px-1.5"
      >
        {isConfirmed && !row.some((verb) => 'keep' in verb) && (
          <span className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-status-green px-3 font-semibold text-status-green-foreground">
            <Check aria-hidden className="size-4" />
            Confirmed
          </span>
        )}
        {row.map((verb) => (
          <VerbButton
            key={verb.name}
            id={request.id}
            verb={verb}
            isMain={verb === main && isOurs && !draft}
            isOpen={'reply' in verb && draft?.kind === verb.reply}
            pending={pending && !('reply' in verb)}
            onPress={() => act(verb)}
          />
        ))}
        <MoreMenu
          className="max-sm:absolute max-sm:top-2 max-sm:right-2 max-sm:border-transparent"
          groups={[
            ...rest.map((group) =>
              group.map((verb) => ({
                name: verb.name + (verb.more ?? ''),
                isDestructive: 'status' in verb && verb.status === 'cancelled',
                onPress: () => act(verb),
              })),
            ),
            isErased(request) ? [] : [{ name: 'Write an email', href: mailto(request.email) }],
          ]}
        />
      </div>
      {!draft && !isChanging && isOurs && sentence && (
        <p className="mt-2.5 text-muted-foreground">{sentence}</p>
      )}
      {props.toTell && (
        <UntoldNotice call={props.toTell} texts={texts} isMain={!isOurs} isWriting={draft !== null} />
      )}
      {booking && props.isUntoldUnread && (
        <PartFailure sentence="Whether they know how the call stands could not be read." />
      )}
      {props.replies === null && <PartFailure sentence="The letters could not be read." />}
      <SentReplies
        request={request}
        replies={replies}
        onUndone={({ kind, body }) => restoreReply(request.id, { ...newDraft(request, kind), text: body })}
      />
      {draft && (
        <div className="mt-3 border-t border-border">
          <ReplyComposer
            key={draft.kind}
            {...{ request, context, draft, setDraft, mailed }}
            onDiscard={() => group.current?.querySelector('button')?.focus()}
            isAllowed={fittingKinds(request, now).includes(draft.kind)}
            canChange={isAhead(request, now) && request.status !== 'cancelled'}
            isOver={!isAhead(request, now)}
          />
        </div>
      )}
      {props.next}
    </section>
  )
}
