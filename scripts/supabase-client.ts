import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'

/** The URL of a Supabase; `fetch` calls one that runs in this process. */
export interface Backend {
  url: string
  fetch?: typeof fetch
}

/**
 * A supabase-js client for scripts and tests. The client keeps its session in memory. Its WebSocket is that of
 * the package `ws`, because Node 20 has none.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the default of createClient
export function nodeClient<Database = any>(backend: Backend, key: string) {
  return createClient<Database>(backend.url, key, {
    global: { fetch: backend.fetch },
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  })
}
