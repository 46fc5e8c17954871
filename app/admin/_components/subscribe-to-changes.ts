import type { Backend } from '@/lib/env'
import { loadBrowserClient } from '@/lib/supabase/load-browser'

const RETRY_MS = 15_000

/** In the publication `supabase_realtime`. A change of `requests` also changes its booking or inquiry. */
const TABLES = [
  'bookings',
  'inquiries',
  'availability',
  'closed_dates',
  'recurring_availability',
  'time_slots',
]

/**
 * Calls `onChange` with the time of the commit (milliseconds on the database's clock), and without a time
 * when changes may have been missed: after a new connection, or a return to the tab or the network. Calls
 * `onLive(true)` once connected and up to date. Returns the function that unsubscribes.
 */
export function subscribeToChanges(
  backend: Backend,
  onChange: (at?: number) => Promise<void>,
  onLive: (live: boolean) => void,
) {
  let client: Awaited<ReturnType<typeof loadBrowserClient>> = null
  let connected = false
  let connecting = false
  const closing = new AbortController()
  const { signal } = closing

  async function connect() {
    if (connecting) return
    connecting = true
    try {
      client ??= await loadBrowserClient(backend)
      if (!client) return void setConnected(false)
      // An old socket that hangs while connecting would block the new channel.
      await client.removeAllChannels()
      await client.realtime.setAuth() // before the channel, which would join as a visitor
    } catch {
      return void setConnected(false)
    } finally {
      connecting = false
    }
    if (signal.aborted) return
    const channel = client.channel('admin-changes')
    for (const table of TABLES)
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, ({ commit_timestamp: at }) => {
        void onChange(Date.parse(at) || undefined) // without a time in an event that the caller may not read
      })
    channel
      // Realtime delivers no changes after SUBSCRIBED until it sends this system message.
      .on('system', {}, ({ status }: { status: string }) => void setConnected(status === 'ok'))
      .subscribe((status) => {
        if (status !== 'SUBSCRIBED') void setConnected(false)
      })
  }

  async function setConnected(next: boolean) {
    if (signal.aborted) return
    connected = next
    if (next) await onChange()
    if (!signal.aborted && connected === next) onLive(next)
  }

  function lookAgain() {
    if (document.visibilityState !== 'visible') return
    void onChange()
    if (!connected) void connect()
  }

  const retry = setInterval(() => {
    if (!connected && navigator.onLine) void connect()
  }, RETRY_MS)

  void connect()
  document.addEventListener('visibilitychange', lookAgain, { signal })
  addEventListener('online', lookAgain, { signal })
  addEventListener('offline', () => void setConnected(false), { signal })
  return () => {
    closing.abort()
    clearInterval(retry)
    void client?.removeAllChannels()
  }
}
