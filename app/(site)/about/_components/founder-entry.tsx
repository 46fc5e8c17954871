import { Portrait } from '@/components/site/portrait'
import type { Founder } from '@/lib/content/about'

export function FounderEntry({ founder, index }: { founder: Founder; index: number }) {
  const { name, title, bio, profile, sample } = founder
  return (
    <li className="founder lg:col-span-6">
      <div
        className={`relative aspect-4/5 overflow-clip rounded-lg deep ${index % 2 ? 'depth-3' : 'depth-2'}`}
      >
        <Portrait founder={founder} index={index} />
      </div>
      <div>
        <h3>{name}</h3>
        <p className="text-brand">{title}</p>
      </div>
      <p className="text-lead">{bio}</p>
      <p className="flex min-h-11 items-center">
        {sample ? (
          'Link coming soon'
        ) : (
          <a href={profile} target="_blank" rel="noopener" className="text-link">
            Profile<span className="sr-only">{` of ${name} (opens in a new tab)`}</span>
          </a>
        )}
      </p>
    </li>
  )
}
