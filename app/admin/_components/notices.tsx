import { Alert } from '@/components/ui/alert'
import type { Read } from '../queries'
import { KeepPrevious } from './keep-previous'

/** What admins should know about the site as a whole. */
export function Notices({ data, failure }: Read<string[]>) {
  return (
    <KeepPrevious failed={failure !== null}>
      {data?.map((notice) => (
        <Alert key={notice} className="text-sm">
          {notice}
        </Alert>
      ))}
    </KeepPrevious>
  )
}
