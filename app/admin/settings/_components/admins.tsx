import { formatTimestamp } from '@/lib/dates'
import { listAdmins } from '@/lib/requests/details'

/** Who the admins are, and when each signed in last. */
export async function Admins() {
  const admins = await listAdmins()
  return (
    <ul aria-label="Admins" className="max-w-[34em]">
      {admins.map(({ id, email, last_sign_in_at }) => (
        <li key={id} className="border-b border-border/70 py-2 last:border-0">
          <span className="block [overflow-wrap:anywhere]">{email}</span>
          <span className="block text-muted-foreground">
            {last_sign_in_at
              ? `Signed in last on ${formatTimestamp(last_sign_in_at)}`
              : 'Has not signed in yet'}
          </span>
        </li>
      ))}
    </ul>
  )
}
