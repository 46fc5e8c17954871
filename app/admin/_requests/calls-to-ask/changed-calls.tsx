import type { CallToAsk } from '@/lib/requests/asking'

/** Lists the calls that somebody moved, cancelled or asked about while the dialog was open. */
export function ChangedCalls({ calls }: { calls: CallToAsk[] }) {
  if (calls.length === 0) return null
  return (
    <p className="rounded-lg border-l-4 border-brand bg-muted px-3 py-2 [overflow-wrap:anywhere]">
      {calls.length === 1
        ? `${calls[0]?.name}’s call was changed meanwhile, so we left them out.`
        : `${calls.map(({ name }) => name).join(', ')}: their calls were changed meanwhile, so we left them out.`}
    </p>
  )
}
