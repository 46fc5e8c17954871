import { LogoutButton } from './logout-button'

/** The signed-in person, and what else the page puts at the top. */
export function AdminHeader({ email, children }: { email: string; children?: React.ReactNode }) {
  return (
    <header className="border-b border-border bg-card">
      <div className="page-width flex min-h-14 flex-wrap items-center gap-x-6 gap-y-2 py-2.5">
        <div className="mr-auto min-w-0">
          <h1 className="text-base leading-tight font-semibold tracking-tight">Admin</h1>
          <p className="truncate text-sm leading-tight text-muted-foreground">
            Welcome, <bdi>{email}</bdi>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1 empty:hidden max-sm:order-last max-sm:w-full max-sm:justify-between max-sm:gap-x-3">
          {children}
        </div>
        <LogoutButton />
      </div>
    </header>
  )
}
