import WebSocket from 'ws'
import type { Backend } from '../../lib/env'
import { codeOf, NotChecked } from './question'

/** Without changes of any table, so that Realtime stores no subscription. */
const join = [
  '1',
  '1',
  'realtime:check-hosted',
  'phx_join',
  { config: { broadcast: {}, presence: {}, postgres_changes: [], private: false } },
]

interface Reply {
  status: string
  response: { reason?: string }
}

/**
 * With the publishable key alone, as a browser does. False if the project allows only private channels. Throws
 * NotChecked if Realtime refuses for another reason or cannot be reached.
 */
export async function opensChannel({ url, publishableKey }: Backend, signal: AbortSignal): Promise<boolean> {
  const address = new URL(url.replace(/^http/, 'ws') + '/realtime/v1/websocket')
  address.search = String(new URLSearchParams({ apikey: publishableKey, vsn: '2.0.0' }))
  const socket = new WebSocket(address)
  const end = () => socket.terminate()
  signal.addEventListener('abort', end)
  try {
    const frame = await new Promise<string>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', () => reject(Object.assign(new Error(), { code: 'it closed the connection' })))
      socket.on('open', () => socket.send(JSON.stringify(join)))
      socket.on('message', (data: Buffer) => resolve(String(data)))
    })
    const [, , , , reply] = JSON.parse(frame) as [string, string, string, string, Reply]
    if (reply.status === 'ok') return true
    const code = /^\w+/.exec(reply.response.reason ?? '')?.[0]
    if (code === 'PrivateOnly') return false
    throw new NotChecked(`Realtime opens no channel (${code ?? 'it does not say why'})`)
  } catch (error) {
    if (error instanceof NotChecked) throw error
    throw new NotChecked(`Realtime was not reached (${codeOf(error)})`)
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}
