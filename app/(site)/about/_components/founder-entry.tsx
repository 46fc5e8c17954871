import { Contours } from '@/components/site/contours'
import { Badge } from '@/components/ui/badge'
import type { Founder } from '@/lib/content/about'
import { cn } from '@/lib/utils'

/** Where on the chart each portrait's stand-in is cut out. */
const views = ['-top-[8%] -left-[8%] w-[330%]', '-top-[115%] -left-[205%] w-[330%]']

/** One founder. Until there is a portrait, a piece of the chart keeps its place. */
export function FounderEntry({ founder, index }: { founder: Founder; index: number }) {
  const { name, title, bio, profile, sample } = founder
  return (
    <li
      className={cn(
        'grid gap-6 sm:grid-cols-[12rem_1fr] sm:items-end lg:col-span-6',
        index % 2 === 1 && 'lg:mt-28',
      )}
    >
      <div
        className={cn(
          'relative aspect-4/5 overflow-clip rounded-lg deep max-sm:w-44',
          index % 2 === 1 && 'depth-1',
        )}
      >
        <Contours className={cn('aspect-4/3 max-w-none', views[index % 2])} />
      </div>
      <div>
        {sample && <Badge tone="yellow">Sample</Badge>}
        <h3 className="mt-2 text-title">{name}</h3>
        <p className="text-accent">{title}</p>
        <p className="mt-3 max-w-[40ch] text-muted-foreground">{bio}</p>
        <p className="mt-1 flex min-h-11 items-center">
          {profile ? (
            <a
              href={profile}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
            >
              Profile<span className="sr-only"> of {name} (opens in a new tab)</span>
            </a>
          ) : (
            <span className="text-muted-foreground">Profile link to follow</span>
          )}
        </p>
      </div>
    </li>
  )
}
