import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'

/**
 * A supabase-js client for scripts and tests. The client keeps its session in memory. Its WebSocket is that of
 * the package `ws`, because Node 20 has none.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the default of createClient
export function nodeClient<Database = any>({ url }: { url: string }, key: string) {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  })
}
