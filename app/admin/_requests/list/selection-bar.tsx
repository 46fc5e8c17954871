import { ActionButton } from '../../_components/action-button'
import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { type AdminRequest, nextStatuses, settableStatuses } from '@/lib/requests/request'
import type { Status } from '@/lib/statuses'
import { cn } from '@/lib/utils'
import { RunButton } from '../../_components/run-button'
import type { RunOptions } from '../../_components/use-report'
import { askForTimes } from '../calls-to-ask/actions'
import { kindPlurals, statusVerbs } from '../labels'

interface SelectionBarProps {
  selected: AdminRequest[]
  /** For calls on closed dates: the only button asks their visitors for another time. */
  askOptions: RunOptions | false
  /** The number of calls to ask that are not selected, such as those of the next page. */
  left: number
  pending: boolean
  onStatus: (requests: AdminRequest[], status: Status) => void
  onClear: () => void
}

/** A button skips rows that cannot get its status. */
export function SelectionBar({ selected, askOptions, left, pending, onStatus, onClear }: SelectionBarProps) {
  const [first] = selected
  if (!first) return null
  const kind = selected.length === 1 ? first.type : kindPlurals[first.type]
  return (
    <div
      role="group"
      aria-label="Selected rows"
      className="mx-auto flex max-w-full flex-wrap items-center justify-center gap-x-1 gap-y-1 rounded-2xl border border-border bg-card px-2 py-1.5 shadow-lg sm:px-3"
    >
      <p role="status" className="px-1 font-medium whitespace-nowrap sm:px-2">
        <span>{`${selected.length} `}</span>
        <span className="max-sm:sr-only">{`${kind} `}</span>
        <span>selected</span>
        {left > 0 && <span>{`, ${left} left`}</span>}
      </p>
      {askOptions && (
        <RunButton
          size="sm"
          data-ready
          action={() => askForTimes(selected.map(({ id, revision }) => ({ id, revision })))}
          options={askOptions}
        >
          Ask for another time
        </RunButton>
      )}
      {(askOptions ? [] : settableStatuses[first.type]).map((status) => {
        const changeable = selected.filter((request) => nextStatuses(request).includes(status))
        return (
          <ActionButton
            key={status}
            size="sm"
            variant="ghost"
            disabled={changeable.length === 0}
            pending={pending}
            className={cn('max-sm:px-2', status === 'cancelled' && 'text-destructive')}
            onClick={() => onStatus(changeable, status)}
          >
            <Verb words={status === 'cancelled' ? `Cancel ${kind}` : statusVerbs[status]} />
          </ActionButton>
        )
      })}
      <Button size="sm" variant="ghost" className="text-muted-foreground max-sm:px-2" onClick={onClear}>
        <X aria-hidden className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Clear selection</span>
      </Button>
    </div>
  )
}

/** 'Mark as read' or 'Cancel bookings'; on a phone only 'Read' or 'Cancel'. */
function Verb({ words }: { words: string }) {
  const [, before = '', word, after = ''] = /^(Mark as )?(\w+)(.*)/.exec(words) ?? []
  return (
    <span>
      <span className="max-sm:sr-only">{before}</span>
      <span className="inline-block max-sm:first-letter:uppercase">{word}</span>
      <span className="whitespace-pre max-sm:sr-only">{after}</span>
    </span>
  )
}
