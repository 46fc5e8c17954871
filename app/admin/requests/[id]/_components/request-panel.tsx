import { Check, Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { mailto } from '@/lib/booking/mailto'
import type { OfferSummary } from '@/lib/offers/queries'
import type { CallToTell } from '@/lib/mail/calls-to-tell'
import type { Reply } from '@/lib/requests/details'
import { fittingKinds, isAhead } from '@/lib/requests/replies'
import { isErased, type Status } from '@/lib/requests/request'
import { turnOf } from '@/lib/requests/turn'
import { ActionButton } from '../../../_components/action-button'
import { doOnce } from '../../../_components/do-once'
import { PartFailure } from '../../../_components/part-failure'
import { usePreviousData } from '../../../_components/previous-data'
import { useAdminAction } from '../../../_components/use-admin-action'
import { useMenuChoice } from '../../../_components/use-menu-choice'
import { KeepCall } from '../../../_requests/calls-to-ask/keep-call'
import { useMoveCall } from '../../../_requests/calls/move-call'
import { ReplyComposer, type ReplyComposerProps } from '../../../_requests/reply/reply-composer'
import { newDraft, restoreReply, startAnew, useReplyDraft } from '../../../_requests/reply/reply-draft'
import { useVisitorTexts } from '../../../_requests/calls-to-tell/use-visitor-texts'
import { TurnText } from '../../../_requests/turn-mark'
import { noteAnswer } from '../../actions'
import { CallToTellNotice } from './call-to-tell-notice'
import { OutcomeField } from './outcome-field'
import { SentReplies } from './sent-replies'
import { type Verb, verbsOf } from './verbs'

export interface RequestPanelProps extends Pick<ReplyComposerProps, 'request' | 'context' | 'mailed'> {
  /** When the server read the request, in milliseconds. */
  now: number
  /** Null if they could not be read. */
  replies: Reply[] | null
  /** Null if there is no offer, or it could not be read. */
  offer: OfferSummary | null
  /** The call, if the visitor does not know a change to it. */
  toTell: CallToTell | undefined
  /** True if `toTell` could not be read. */
  isToldUnread: boolean
  /** True while a change of the request's status runs. */
  pending: boolean
  /** True while the badge shows another status than `request`: sentences would contradict it. */
  isChanging: boolean
  onStatus: (status: Status) => void
}

/**
 * Shows whose turn the request is, the buttons for its actions and the reply draft, which this tab stores
 * until it is sent.
 */
export function RequestPanel({ request, now, isChanging, mailed, ...props }: RequestPanelProps) {
  const replies = usePreviousData(props.replies) ?? []
  const context = {
    ...props.context,
    link: usePreviousData(props.context.link),
    free: usePreviousData(props.context.free),
    events: usePreviousData(props.context.events),
    usual: usePreviousData(props.context.usual),
  }
  const { draft, setDraft } = useReplyDraft(request.id)
  const { run, pending: isNoting } = useAdminAction()
  const move = useMoveCall(request)
  const group = useRef<HTMLDivElement>(null)
  const texts = useVisitorTexts()
  const { row, rest, main, sentence } = verbsOf(request, now, mailed, props.offer?.state)
  const pending = props.pending || isNoting
  const isOurs = turnOf(request, now)?.whose === 'ours'
  const isConfirmed = request.status === 'confirmed' && isAhead(request, now)
  const booking = request.type === 'booking' ? request : null

  function act(verb: Verb) {
    if ('status' in verb) {
      // Ignores further presses for a moment: the buttons move, so a second press would hit another button.
      // Cancel opens a dialog instead.
      if (verb.status !== 'cancelled') ignorePresses(group.current)
      props.onStatus(verb.status)
    } else if ('reply' in verb) {
      const { reply: kind } = verb
      if (kind !== draft?.kind) setDraft(draft ? startAnew(draft, request, kind) : newDraft(request, kind))
    } else if ('note' in verb) {
      run(() => doOnce(noteAnswer, { id: request.id, act: verb.note }, request.revision), {
        failure: 'Failed to save the answer',
      })
    } else move?.()
  }

  return (
    <section
      aria-label="What to do"
      className="relative rounded-xl border border-border bg-card p-3 text-card-foreground sm:p-4"
    >
      <p className="min-h-7 max-sm:pr-12">
        {request.over_from && !isChanging && <TurnText request={request} now={now} />}
      </p>
      {booking?.status === 'confirmed' && !isAhead(booking, now) && !isErased(booking) && (
        <OutcomeField booking={booking} />
      )}
      <div
        ref={group}
        tabIndex={-1}
        role="group"
        aria-label="Verbs"
        className="mt-2 flex flex-wrap gap-2 rounded max-sm:gap-1.5 max-[22rem]:[&>.button]:px-1.5 max-[22rem]:[&>.button]:text-[0.8125rem]"
      >
        {isConfirmed && (
          <span className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-status-green px-3 font-semibold text-status-green-foreground">
            <Check aria-hidden className="size-4" />
            Confirmed
          </span>
        )}
        {booking && <KeepCall booking={booking} />}
        {row.map((verb) => (
          <VerbButton
            key={verb.name}
            verb={verb}
            isMain={verb === main && isOurs && !draft}
            isOpen={'reply' in verb && draft?.kind === verb.reply}
            pending={pending && !('reply' in verb)}
            onPress={() => act(verb)}
          />
        ))}
        <MoreMenu
          groups={rest}
          mail={isErased(request) ? null : mailto(request.email)}
          onAct={(verb) => {
            if ('note' in verb) group.current?.focus()
            act(verb)
          }}
        />
      </div>
      {!draft && !isChanging && isOurs && sentence && (
        <p className="mt-2.5 text-muted-foreground">{sentence}</p>
      )}
      {props.toTell && (
        <CallToTellNotice call={props.toTell} texts={texts} isMain={!isOurs} isWriting={draft !== null} />
      )}
      {booking && props.isToldUnread && (
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
            fits={fittingKinds(request, now).includes(draft.kind)}
            canChange={isAhead(request, now) && request.status !== 'cancelled'}
            isOver={!isAhead(request, now)}
          />
        </div>
      )}
    </section>
  )
}

interface VerbButtonProps {
  verb: Verb
  isMain: boolean
  /** True while the form shows the reply that this button opened. */
  isOpen: boolean
  pending: boolean
  onPress: () => void
}

function VerbButton({ verb, isMain, isOpen, pending, onPress }: VerbButtonProps) {
  return (
    <ActionButton
      size="sm"
      variant={isOpen ? 'secondary' : isMain ? 'default' : 'outline'}
      aria-pressed={'reply' in verb ? isOpen : undefined}
      pending={pending}
      onClick={onPress}
    >
      <span>
        {verb.name}
        {verb.more && <span className="sr-only">{verb.more}</span>}
      </span>
    </ActionButton>
  )
}

interface MoreMenuProps {
  groups: Verb[][]
  /** The `mailto:` URL for the visitor; null if the person was erased. */
  mail: string | null
  onAct: (verb: Verb) => void
}

function MoreMenu({ groups, mail, onAct }: MoreMenuProps) {
  const { choose, onCloseAutoFocus } = useMenuChoice()
  const shown = groups.filter((group) => group.length > 0)
  if (shown.length === 0 && !mail) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="icon-sm"
          variant="outline"
          aria-label="More"
          className="max-sm:absolute max-sm:top-2 max-sm:right-2 max-sm:border-transparent"
        >
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={onCloseAutoFocus}>
        {shown.map((group, at) => (
          <div key={at} role="group">
            {at > 0 && <DropdownMenuSeparator />}
            {group.map((verb) => (
              <DropdownMenuItem
                key={verb.name}
                variant={'status' in verb && verb.status === 'cancelled' ? 'destructive' : 'default'}
                onSelect={() => choose(() => onAct(verb))}
              >
                {verb.name + (verb.more ?? '')}
              </DropdownMenuItem>
            ))}
          </div>
        ))}
        {mail && (
          <>
            {shown.length > 0 && <DropdownMenuSeparator />}
            <DropdownMenuItem asChild>
              <a href={mail}>Write an email</a>
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
