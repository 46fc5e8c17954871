import { ArrowUpRight, Check } from 'lucide-react'
import { paths } from '@/lib/paths'
import { cn } from '@/lib/utils'
import type { FirstStep } from './read-first-steps'

export const countDone = (steps: FirstStep[]) =>
  `${steps.filter(({ isDone }) => isDone).length} of ${steps.length}`

export function StepList({ steps }: { steps: FirstStep[] }) {
  return (
    <ul className="divide-y divide-border">
      {steps.map(({ title, isDone, now, verb, href, help }) => (
        <li
          key={title}
          className="grid min-h-9 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 max-md:py-1.5 md:grid-cols-[1rem_13rem_minmax(0,1fr)_auto]"
        >
          <span
            className={cn(
              'grid size-4 place-items-center rounded-full',
              isDone ? 'bg-status-green text-status-green-foreground' : 'border border-input',
            )}
          >
            {isDone && <Check aria-hidden className="size-3" />}
            <span className="sr-only">{isDone ? 'Done' : 'To do'}</span>
          </span>
          <span className="font-medium">{title}</span>
          <span className="text-muted-foreground max-md:order-last max-md:col-start-2 max-md:col-end-4">
            {now}
          </span>
          {href ? (
            <a
              href={href}
              className="flex min-h-7 items-center gap-1.5 font-semibold text-brand hover:underline"
            >
              {verb}
              {href === paths.booking && <ArrowUpRight aria-hidden className="size-4" />}
            </a>
          ) : (
            <details className="group contents">
              <summary className="min-h-7 list-none content-center font-semibold text-brand hover:underline [&::-webkit-details-marker]:hidden">
                {verb}
              </summary>
              <p className="order-last col-span-2 col-start-2 pb-1 md:col-span-3">{help}</p>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
