import type { Backend } from '@/lib/env'
import { browserClient } from '@/lib/supabase/browser'

const RETRY_MS = 15_000

/** What the page shows, all of it in the publication `supabase_realtime`. */
const TABLES = [
  'bookings',
  'inquiries',
  'availability',
  'closed_dates',
  'recurring_availability',
  'time_slots',
]

/**
 * Listens to every change of requests and of the schedule with the signed-in person's token. `onChange` is called for each, and whenever changes
 * may have been missed: after every new connection, on return to the tab or to the network. `onLive` is told whether the page follows by
 * itself: it is connected, and shows what happened before.
 */
export function subscribeToChanges(
  backend: Backend,
  onChange: () => Promise<void>,
  onLive: (live: boolean) => void,
) {
  const client = browserClient(backend)
  let connected = false
  let connecting = false
  let closed = false

  async function connect() {
    if (connecting) return
    connecting = true
    try {
      // A socket that hangs between trying and failing would hang the next channel too.
      await client.removeAllChannels()
      await client.realtime.setAuth() // the token first, or the channel would join as a visitor
    } finally {
      connecting = false
    }
    if (closed) return
    const channel = client.channel('admin-changes')
    for (const table of TABLES)
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => void onChange())
    channel
      // Subscribed is not yet listening: a system message says so a moment later, and another when it has stopped.
      .on('system', {}, ({ status }: { status: string }) => void setConnected(status === 'ok'))
      .subscribe((status) => {
        if (status !== 'SUBSCRIBED') void setConnected(false)
      })
  }

  async function setConnected(next: boolean) {
    if (closed) return
    connected = next
    if (next) await onChange()
    if (!closed && connected === next) onLive(next)
  }

  function lookAgain() {
    if (document.visibilityState !== 'visible') return
    void client.auth.getUser() // notices a session that was ended elsewhere
    void onChange()
    if (!connected) void connect()
  }

  const retry = setInterval(() => {
    if (!connected && navigator.onLine) void connect()
  }, RETRY_MS)
  function lost() {
    void setConnected(false)
  }

  void connect()
  document.addEventListener('visibilitychange', lookAgain)
  addEventListener('online', lookAgain)
  addEventListener('offline', lost)
  return {
    close() {
      closed = true
      clearInterval(retry)
      document.removeEventListener('visibilitychange', lookAgain)
      removeEventListener('online', lookAgain)
      removeEventListener('offline', lost)
      void client.removeAllChannels()
    },
  }
}
