import { Alert } from '@/components/ui/alert'
import type { Read } from '../queries'
import { LastRead } from './last-read'

/** What admins should know about the site as a whole. */
export function Notices({ data, failure }: Read<string[]>) {
  return (
    <LastRead failed={failure !== null}>
      {data?.map((notice) => (
        <Alert key={notice} className="text-sm">
          {notice}
        </Alert>
      ))}
    </LastRead>
  )
}
