/** With limits that keep memory bounded. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** In bytes. An upsert of the slots of a whole year is far smaller. */
const MAX_BODY = 1024 * 1024
const MAX_CONNECTIONS = 1000

type Handler = (request: Request) => Promise<Response>

/** A string must be JSON text already. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

/** `what` names a call that the embedded Supabase does not implement. */
export function notServed(what: string): string {
  return `The embedded Supabase does not serve ${what}. Use the Supabase CLI or a hosted project for it.`
}

/** Call `listen` to start it. */
export function createHttpServer(handle: Handler): Server {
  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 30_000 }, (incoming, outgoing) => {
    // The constructor of Request throws for the method TRACE.
    if (incoming.method === 'TRACE') outgoing.writeHead(405).end()
    else void respond(incoming, outgoing, handle)
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse, handle: Handler): Promise<void> {
  try {
    const body = await readBody(incoming)
    const tooLarge = { code: '413', message: `The request body is larger than ${MAX_BODY} bytes.` }
    const response = body ? await handle(toRequest(incoming, body)) : json(413, tooLarge)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(response.body === null ? undefined : Buffer.from(await response.arrayBuffer()))
  } catch (error) {
    if (!incoming.destroyed) console.error('embedded Supabase:', error)
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'application/json' })
    outgoing.end('{"message":"Internal error of the embedded Supabase; its log has the cause."}')
  }
}

/** With the host localhost, even for a path such as `//host`. */
export function addressOf({ url = '/' }: IncomingMessage): URL {
  return new URL(`http://localhost${url.startsWith('/') ? '' : '/'}${url}`)
}

function toRequest(incoming: IncomingMessage, body: Buffer<ArrayBuffer>): Request {
  const { method = 'GET' } = incoming
  const headers = new Headers(incoming.headers as Record<string, string>)
  return new Request(addressOf(incoming), {
    method,
    headers,
    body: method === 'GET' || method === 'HEAD' || body.length === 0 ? null : body,
  })
}

/** Null if the body is larger than MAX_BODY. */
function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY) return void chunks.push(chunk)
      chunks.length = 0
      resolve(null)
    })
    incoming.on('end', () => resolve(Buffer.concat(chunks)))
    incoming.on('close', () => reject(new Error('The client went away.')))
    incoming.on('error', reject)
  })
}

/** On the loopback address. If `port` is taken, tries the next one; 0 means any free port. */
export async function listen(server: Server, port: number): Promise<number> {
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve).listen(port, '127.0.0.1', () => resolve(null))
  })
  server.removeAllListeners('error')
  if (error?.code === 'EADDRINUSE') return listen(server, port + 1)
  if (error) throw error
  return (server.address() as AddressInfo).port
}
