import type { AdminRequest } from '@/lib/requests/request'
import { initialsOf, turnOf } from '@/lib/requests/turn'
import { TurnMark } from '../turn-mark'
import type { TableMeta } from './columns'
import { truncate } from './truncate'

/** Whose turn it is, and who looks after it. */
export function UnderName({
  request,
  meta,
}: {
  request: AdminRequest
  meta: Pick<TableMeta, 'admins' | 'now'> | undefined
}) {
  if (!meta) return null
  const owner = meta.admins.find(({ id }) => id === request.owner)?.email
  const whose = turnOf(request, meta.now)?.whose ?? 'nobody'
  if (whose === 'nobody' && !owner) return null
  return (
    <span data-line className="block truncate text-xs text-muted-foreground max-xl:mt-0.5 xl:w-76">
      <TurnMark request={request} now={meta.now} />
      {whose !== 'nobody' && owner && <span> · </span>}
      {owner && <abbr title={owner}>{initialsOf(owner)}</abbr>}
    </span>
  )
}

/** Truncated text; screen readers get the whole of it. */
export function Cut({ text, max }: { text: string; max: number }) {
  const shown = truncate(text, max)
  if (shown === text) return <bdi>{text}</bdi>
  return (
    <>
      <bdi aria-hidden>{shown}</bdi>
      <span className="sr-only">{text}</span>
    </>
  )
}

/** For a field that a request does not have. */
export function Nothing() {
  return <span className="text-muted-foreground max-xl:hidden">–</span>
}
