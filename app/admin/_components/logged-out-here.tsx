import { buttonVariants } from '@/components/ui/button-variants'
import { paths } from '@/lib/paths'

/** For a Logout that could not reach the Auth server. */
export function LoggedOutHere() {
  return (
    <main className="mx-auto grid min-h-svh max-w-md content-center justify-items-start gap-4 px-5">
      <h1 ref={(heading) => heading?.focus()} tabIndex={-1} className="text-title font-semibold">
        You are logged out on this device
      </h1>
      <p>
        The sign-in service could not be reached, so other devices stay signed in until you are online and log
        out again.
      </p>
      {/* Not a Link: a new document removes the admin's data from memory. */}
      <a href={paths.login} className={buttonVariants({ size: 'sm' })}>
        Go to the sign-in
      </a>
    </main>
  )
}
