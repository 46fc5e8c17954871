import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'

/** `fetch` calls a Supabase that runs in this process. */
export interface Backend {
  url: string
  fetch?: typeof fetch
}

/** Node 20 has no WebSocket. */
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
