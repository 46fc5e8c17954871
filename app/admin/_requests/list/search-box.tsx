import { LoaderCircle, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Input } from '@/components/ui/input'
import { cleanSearch, MAX_SEARCH } from '@/lib/requests/address'
import { cn } from '@/lib/utils'

const SEARCH_AFTER_MS = 250

/** Searches when the admin stops typing. */
export function SearchBox({
  value,
  loading,
  onSearch,
}: {
  value: string
  loading: boolean
  onSearch: (query: string) => void
}) {
  const Icon = loading ? LoaderCircle : Search
  const [typed, setTyped] = useState(value)
  const [followed, setFollowed] = useState(value)
  // The search without trailing spaces. The field keeps them, so that the admin can type another word.
  const query = cleanSearch(typed)

  // Takes over a search that came from elsewhere, such as a link, unless the admin is typing.
  if (followed !== value) {
    setFollowed(value)
    if (query === followed) setTyped(value)
  }

  const search = useEffectEvent(() => {
    if (query !== value) onSearch(query)
  })
  useEffect(() => {
    const timer = setTimeout(search, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <label className="relative min-w-0 flex-1 basis-28 lg:max-w-72">
      <span className="sr-only">Search</span>
      <Icon
        aria-hidden
        className={cn(
          'absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground',
          loading && 'motion-safe:animate-spin',
        )}
      />
      <Input
        type="search"
        placeholder="Search"
        title="By name, email, date, time, status or message"
        maxLength={MAX_SEARCH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        density="dense"
        className="w-full pl-9"
      />
    </label>
  )
}
