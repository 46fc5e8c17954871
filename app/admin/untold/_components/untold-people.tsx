'use client'

import { useState } from 'react'
import { Check, ChevronDown } from 'lucide-react'
import type { PersonToTell } from '@/lib/requests/notices'
import { cn } from '@/lib/utils'
import { ActionButton } from '../../_components/action-button'
import { MoreMenu } from '../../_components/more-menu'
import { useNotice } from '../../_components/use-notice'
import { tellVisitors } from '../../_requests/untold/actions'
import { describeChange, shortTime } from '../../_requests/untold/untold-item'
import { ToldButton, useMarkTold } from '../../_requests/untold/told-button'
import { useVisitorTexts } from '../../_requests/untold/use-visitor-texts'
import { WaysToTell } from './ways-to-tell'

export function UntoldPeople({ people, mailed }: { people: PersonToTell[]; mailed: boolean }) {
  const texts = useVisitorTexts()
  const { mark } = useMarkTold(texts)
  const { run, pending } = useNotice()
  // Null for the first, which also opens when the chosen person leaves the list.
  const [chosen, setChosen] = useState<string | null>(null)
  if (people.length === 0) return <p>Everybody is told, and no mail failed.</p>
  const visitors = people.filter(({ email }) => email !== null)
  const elsewhere = people.flatMap(({ calls }) => calls.filter(({ change }) => change === 'location'))
  const tellThem = () => run(() => tellVisitors(elsewhere.map(({ id }) => id)), 'Failed to tell them')
  const open = chosen === 'none' ? null : (people.find((one) => keyOf(one) === chosen) ?? people[0])
  return (
    <section aria-labelledby="not-yet-told" className="max-w-5xl">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border pb-2">
        <h2 id="not-yet-told" tabIndex={-1} className="scroll-mt-16 text-base tracking-tight">
          Not told yet{' '}
          <span className="text-sm font-normal text-muted-foreground">{visitors.length || null}</span>
        </h2>
        <p className="text-muted-foreground max-lg:order-last max-lg:basis-full">
          {mailed
            ? 'No email is known to have told them.'
            : 'No mail server is set up: send each the text, and say when they know.'}
        </p>
        <div className="ml-auto flex items-center gap-2">
          {mailed && elsewhere.length > 0 && (
            <ActionButton size="xs" variant="outline" pending={pending} onClick={tellThem}>
              Tell them
            </ActionButton>
          )}
          {visitors.length > 1 && (
            <MoreMenu
              label="More for all"
              groups={[[{ name: `Told all ${visitors.length}`, onPress: () => mark(visitors) }]]}
            />
          )}
        </div>
      </div>
      <ul aria-label="People to tell" className="divide-y divide-border">
        {people.map((person) => {
          const { name, calls, notice } = person
          const [call, ...others] = calls
          const isOpen = person === open
          return (
            <li key={keyOf(person)} className="grid grid-cols-[minmax(0,1fr)_4.75rem] items-center gap-x-3">
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setChosen(isOpen ? 'none' : keyOf(person))}
                className="min-h-11 gap-x-3 py-1 text-left [overflow-wrap:anywhere] md:grid md:grid-cols-[1rem_8rem_8.5rem_minmax(0,1fr)_minmax(0,1.2fr)] md:items-center lg:grid-cols-[1rem_10rem_10rem_minmax(0,1fr)_minmax(0,1.2fr)]"
              >
                <ChevronDown
                  aria-hidden
                  className={cn('size-4 text-muted-foreground max-md:hidden', isOpen && 'rotate-180')}
                />
                <bdi className="block font-semibold">{name}</bdi>
                <span className="text-muted-foreground max-md:text-xs md:contents">
                  <span>{call && shortTime(call)}</span>
                  {call && <span className="md:hidden"> · </span>}
                  <span>
                    {(call ? describeChange(call) : (notice?.what ?? '')) +
                      (others.length > 0 ? `, and ${others.length} more` : '')}
                  </span>
                </span>
                <span className="block text-destructive max-md:text-xs">{notice?.cause}</span>
              </button>
              <ToldButton
                aria-label={`${person.email === null ? 'Done with' : 'Told'} ${name}`}
                person={person}
                texts={texts}
              >
                <Check aria-hidden className="size-4" />
                {person.email === null ? 'Done' : 'Told'}
              </ToldButton>
              {isOpen && <WaysToTell person={person} texts={texts} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const keyOf = ({ email }: PersonToTell) => email?.toLowerCase() ?? 'studio'
