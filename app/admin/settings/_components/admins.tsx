import { formatInstantDate, formatTimestamp } from '@/lib/dates'
import type { Admin } from '@/lib/requests/one-request'
import { RemoveTheirCode } from './remove-their-code'

/** `own` is the signed-in admin's user id. */
export function Admins({ admins, own }: { admins: Admin[]; own: string }) {
  const hasOwnCode = Boolean(admins.find(({ id }) => id === own)?.code_since)
  return (
    <ul aria-label="Admins" className="max-w-[40em]">
      {admins.map((admin) => (
        <li key={admin.id} className="border-b border-border/70 py-2 last:border-0">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
            <span className="min-w-0 flex-1 basis-52 [overflow-wrap:anywhere]">{admin.email}</span>
            {/* Keys, because React cannot reuse an element whose text a translator has replaced. */}
            {admin.code_since ? (
              <span key="since" className="text-muted-foreground">
                Code since {formatInstantDate(admin.code_since)}
              </span>
            ) : (
              <span key="none" className="inline-flex items-center gap-2">
                <span aria-hidden className="size-2 rounded-full bg-primary" /> No code
              </span>
            )}
            {admin.code_since && admin.id !== own && (
              <RemoveTheirCode id={admin.id} email={admin.email} hasOwnCode={hasOwnCode} />
            )}
          </div>
          <p className="text-muted-foreground">
            {admin.last_sign_in_at
              ? `Signed in last on ${formatTimestamp(admin.last_sign_in_at)}`
              : 'Has not signed in yet'}
          </p>
          {admin.code_removed_at && (
            <p className="text-xs text-muted-foreground">
              {admin.code_removed_by ?? 'Whoever runs the server'} removed their code on{' '}
              {formatTimestamp(admin.code_removed_at)}.
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
