/** Each client has a keep-alive connection and sends a request when the response to the last one is complete. */
import { Agent, request } from 'node:http'

export interface LoadRequest {
  path: string
  headers?: Record<string, string>
  body?: string
}

/** `p50` and `p99` are milliseconds from a request to the last byte of its response. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

export interface Load {
  url: string
  clients: number
  /** Seconds, or a number of requests of all clients together. */
  until: { seconds: number } | { requests: number }
  next: () => LoadRequest
  /** By default every status below 400 is right. */
  isGood?: (status: number, body: string) => boolean
}

export async function load({
  url,
  clients,
  until,
  next,
  isGood = (status) => status < 400,
}: Load): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  let errors = 0
  let sent = 0
  const began = performance.now()
  const done = () =>
    'seconds' in until ? performance.now() - began > until.seconds * 1000 : sent >= until.requests

  async function client() {
    while (!done()) {
      sent++
      const start = performance.now()
      const good = await send(url, agent, next()).then(
        ([status, body]) => isGood(status, body),
        () => false,
      )
      times.push(performance.now() - start)
      if (!good) errors++
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const elapsed = (performance.now() - began) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), errors }
}

function send(
  url: string,
  agent: Agent,
  { path, headers = {}, body }: LoadRequest,
): Promise<[status: number, body: string]> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const onward = request(
      new URL(path, url),
      { agent, method, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        response.on('end', () => resolve([response.statusCode ?? 0, Buffer.concat(chunks).toString()]))
      },
    )
    onward.on('error', reject).end(body)
  })
}

export function medianOf(runs: Figures[]): Figures {
  const middle = (figure: keyof Figures) =>
    runs.map((run) => run[figure]).sort((a, b) => a - b)[Math.floor(runs.length / 2)] ?? NaN
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    errors: runs.reduce((sum, run) => sum + run.errors, 0),
  }
}

/** For docs/benchmarks.md. */
export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, column) => (typeof rows[0]?.[column] === 'number' ? '--:' : '---'))
  console.log([`\n### ${title}\n`, line(head), line(rule), ...rows.map(line), ''].join('\n'))
}
