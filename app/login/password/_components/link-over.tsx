import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button-variants'
import { paths } from '@/lib/paths'
import { QuietLink } from '../../_components/quiet-link'

export function LinkOver() {
  return (
    <div className="grid gap-5">
      <Alert variant="destructive">
        This link no longer works: it is older than an hour, was used, or a newer mail has taken its place. If
        you have just set a password by it, sign in with that.
      </Alert>
      <Link href={paths.forgotten} prefetch={false} className={buttonVariants()}>
        Have another mail sent
      </Link>
      <QuietLink href={paths.login}>Back to the sign-in</QuietLink>
    </div>
  )
}
