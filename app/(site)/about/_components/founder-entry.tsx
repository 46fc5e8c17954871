import type { Founder } from '@/lib/content/about'
import { cn } from '@/lib/utils'
import { Island } from './island'

/** One founder, with a drawn island as the portrait. */
export function FounderEntry({ founder, index }: { founder: Founder; index: number }) {
  const { name, title, bio, profile, sample } = founder
  return (
    <li
      className={cn(
        'grid items-start gap-6 sm:grid-cols-[12rem_1fr] lg:col-span-6',
        index % 2 === 1 && 'lg:mt-24',
      )}
    >
      <div
        className={cn(
          'relative aspect-4/5 overflow-clip rounded-lg deep max-sm:w-[min(11rem,100%)]',
          index % 2 === 1 && 'depth-1',
        )}
      >
        <Island seed={index * 2.6 + 0.7} />
      </div>
      <div>
        {sample && <p className="tag tag-yellow">Sample</p>}
        <h3 className="mt-2">{name}</h3>
        <p className="text-brand">{title}</p>
        <p className="mt-3 max-w-[23em] text-muted-foreground">{bio}</p>
        <p className="mt-1 flex min-h-11 items-center">
          <a href={profile} target="_blank" rel="noopener" className="text-link">
            Profile<span className="sr-only">{` of ${name} (opens in a new tab)`}</span>
          </a>
        </p>
      </div>
    </li>
  )
}
