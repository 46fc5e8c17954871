'use client'

import { useState } from 'react'
import { ChevronDown } from 'lucide-react'
import { changeSubjects, changeText } from '@/lib/content/call-changes'
import { toInstant } from '@/lib/dates'
import type { CallToTell } from '@/lib/mail/calls-to-tell'
import { cn } from '@/lib/utils'
import { RequestLink } from '../../_components/request-link'
import { NoticeButton } from '../../_components/notice-button'
import { markKnown, tellVisitors } from '../../_requests/calls-to-tell/actions'
import { CallToTellItem, describeChange, shortTime } from '../../_requests/calls-to-tell/call-to-tell-item'
import { useVisitorTexts } from '../../_requests/calls-to-tell/use-visitor-texts'

interface NotYetToldProps {
  calls: CallToTell[]
  /** True if the site sends mails; if false, an admin must tell the visitors. */
  mailed: boolean
  /** When the server read the calls, in milliseconds. */
  now: number
}

/**
 * The calls with a change that the visitors do not know, the soonest first. One is open and shows the text
 * for its visitor.
 */
export function NotYetTold({ calls, mailed, now }: NotYetToldProps) {
  const texts = useVisitorTexts()
  const { knownState, handleResult } = texts
  const [chosen, setChosen] = useState<string | null>(null)
  if (calls.length === 0) return null
  const elsewhere = calls.filter(({ change }) => change === 'location').map(({ id }) => id)
  // When the open call leaves the list, the first call opens.
  const open = chosen === '' ? null : (calls.find(({ id }) => id === chosen) ?? calls[0])
  return (
    <section aria-labelledby="not-yet-told">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border pb-2">
        <h2 id="not-yet-told" tabIndex={-1} className="scroll-mt-16 text-base tracking-tight">
          Not told yet <span className="text-sm font-normal text-muted-foreground">{calls.length}</span>
        </h2>
        <p className="text-muted-foreground">
          {mailed
            ? 'No email about it is on its way.'
            : 'No mail server is set up: send each the text, and say when they know.'}
        </p>
        <div className="ml-auto flex flex-wrap gap-1">
          {mailed && elsewhere.length > 0 && (
            <NoticeButton action={tellVisitors} items={elsewhere} failure="Failed to tell them">
              Tell them
            </NoticeButton>
          )}
          {calls.length > 1 && (
            <NoticeButton
              action={markKnown}
              items={calls.map(knownState)}
              variant="ghost"
              failure="Failed to take the notice away"
              onResult={handleResult(calls.map(({ id }) => id))}
            >
              {`Told all ${calls.length}`}
            </NoticeButton>
          )}
        </div>
      </div>
      <ul aria-label="Calls whose visitors are not yet told" className="divide-y divide-border">
        {calls.map((call) => {
          const isOpen = call.id === open?.id
          return (
            <li key={call.id}>
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setChosen(isOpen ? '' : call.id)}
                className="grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto_1rem] items-center gap-x-3 py-1 text-left md:grid-cols-[16rem_12rem_minmax(0,1fr)_auto_1rem]"
              >
                <bdi className="truncate font-semibold">{call.name}</bdi>
                <span className="text-muted-foreground max-md:hidden">{shortTime(call)}</span>
                <span className="truncate text-muted-foreground max-md:order-last max-md:col-span-full max-md:text-xs max-md:whitespace-normal">
                  <span className="md:hidden">{`${shortTime(call)} · `}</span>
                  {describeChange(call)}
                </span>
                <span className="font-medium text-destructive">{describeSoon(call, now)}</span>
                <ChevronDown
                  aria-hidden
                  className={cn('size-4 text-muted-foreground', isOpen && 'rotate-180')}
                />
              </button>
              {isOpen && (
                <div className="mb-3 grid gap-3 rounded-xl border border-border bg-card p-4">
                  <p>
                    <span className="text-muted-foreground">Subject: </span>
                    {changeSubjects[call.change]}
                  </p>
                  <p className="max-w-[44em] leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap">
                    {changeText(call, call.hasLink ? LINK : null)}
                  </p>
                  {/* On the right, toasts cover no button. */}
                  <div className="md:justify-self-end">
                    <CallToTellItem call={call} texts={texts} isMain>
                      <RequestLink id={call.id} className="px-2 font-normal">
                        Open the request
                      </RequestLink>
                      {call.phone && (
                        <a
                          href={`tel:${call.phone}`}
                          className="px-2 text-brand underline underline-offset-3"
                        >
                          {call.phone}
                        </a>
                      )}
                    </CallToTellItem>
                  </div>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Shown in the text instead of the link, because reading the link adds a copy to the booking's history. */
const LINK = '[the link to their booking, which “Write an email” and “Copy text” put here]'

/** Returns 'in 2 h' for a call that begins within 24 hours; else ''. */
function describeSoon({ date, start_time }: CallToTell, now: number): string {
  const hours = (toInstant(date, start_time).getTime() - now) / 3_600_000
  return hours > 0 && hours < 24 ? `in ${Math.max(1, Math.round(hours))} h` : ''
}
