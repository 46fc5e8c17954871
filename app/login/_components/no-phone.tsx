import Link from 'next/link'
import { paths } from '@/lib/paths'

export function NoPhone({ open }: { open?: boolean }) {
  return (
    <details open={open} className="text-sm">
      <summary className="cursor-pointer underline underline-offset-4">No phone at hand?</summary>
      <p className="mt-2 text-muted-foreground">
        Another admin can remove your code, in Settings under Admins. If you are the only one, whoever runs
        the server can: the manual says how. Your password stays.
      </p>
      <p className="mt-2 text-muted-foreground">
        If somebody else added the code, have it removed first. Then set a new password at once, by{' '}
        <Link href={paths.forgotten} prefetch={false} className="underline underline-offset-4">
          a mailed link
        </Link>
        .
      </p>
    </details>
  )
}
