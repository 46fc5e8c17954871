import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'

/** The URL of a Supabase; `fetch` calls one that runs in this process. */
export interface Backend {
  url: string
  fetch?: typeof fetch
}

/** The options of a client outside the site. Its WebSocket is that of the package `ws`, because Node 20 has none. */
export const nodeOptions = (backend: Backend) => ({
  global: { fetch: backend.fetch },
  realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
})

/**
 * A supabase-js client for scripts and tests. The client keeps its session in memory.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the default of createClient
export function nodeClient<Database = any>(backend: Backend, key: string) {
  return createClient<Database>(backend.url, key, {
    ...nodeOptions(backend),
    auth: { persistSession: false, autoRefreshToken: false },
  })
}
