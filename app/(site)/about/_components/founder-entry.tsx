import { about, type Founder } from '@/lib/content/about'
import { Island } from './island'

/** One founder: name, title, bio and portrait, or a drawn island without a portrait. */
export function FounderEntry({ founder, index }: { founder: Founder; index: number }) {
  const { name, title, bio, profile, sample } = founder
  return (
    <li className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-[minmax(9rem,15rem)_1fr] lg:col-span-6">
      <div className="relative aspect-4/5 overflow-clip rounded-lg deep depth-2 max-sm:w-[min(15rem,100%)]">
        <Island seed={index * 2.6 + 0.7} />
        {sample && <p className="absolute inset-x-4 bottom-3 text-sm">{about.portrait}</p>}
      </div>
      <div>
        <h3>{name}</h3>
        <p className="text-brand">{title}</p>
        <p className="mt-4 text-lead">{bio}</p>
        <p className="mt-2 flex min-h-11 items-center gap-4">
          <a href={profile} target="_blank" rel="noopener" className="text-link">
            Profile<span className="sr-only">{` of ${name} (opens in a new tab)`}</span>
          </a>
          {sample && <span className="tag tag-yellow">Sample</span>}
        </p>
      </div>
    </li>
  )
}
