import type { Backend } from '@/lib/env'
import { loadBrowserClient } from '@/lib/supabase/load-browser'

const RETRY_MS = 15_000

/**
 * What the page shows, all of it in the publication `supabase_realtime`. Not `requests`: what is noted
 * there comes with an event of its booking or inquiry.
 */
const TABLES = [
  'bookings',
  'inquiries',
  'availability',
  'closed_dates',
  'recurring_availability',
  'time_slots',
]

/**
 * Listens to every change of requests and of the schedule with the signed-in person's token.
 * `onChange` is called for each, and whenever changes may have been missed: after every new connection, on
 * return to the tab or to the network. `onLive` is told whether the page updates by itself: it is connected
 * and has caught up. Returns the function that unsubscribes.
 */
export function subscribeToChanges(
  backend: Backend,
  onChange: () => Promise<void>,
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
      // A socket that is stuck while connecting would block the next channel too.
      await client.removeAllChannels()
      await client.realtime.setAuth() // the token first, or the channel would join as a visitor
    } catch {
      return void setConnected(false)
    } finally {
      connecting = false
    }
    if (signal.aborted) return
    const channel = client.channel('admin-changes')
    for (const table of TABLES)
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => void onChange())
    channel
      // Changes do not arrive as soon as the channel is subscribed: a system message says when they
      // do, and another when they stop.
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
