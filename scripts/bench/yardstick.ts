/**
 * The yardstick: a plain static file server in a process of its own. It answers every path with the bytes that the site answered it
 * with, from memory, so a ratio to it is what the site's own work costs. Forked by the bench with the answers as its first message.
 */
import { fork } from 'node:child_process'
import { createServer, request } from 'node:http'
import { stopProcess } from '../processes'
import type { Shot } from './load'

interface Copy {
  status: number
  headers: string[]
  /** Base64. */
  body: string
}

/** Copies what a site answers to each of these, and serves the copies on a free port. */
export async function startYardstick(
  site: string,
  shots: Shot[],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const copies: Record<string, Copy> = {}
  for (const shot of shots) copies[shot.path] = await copyOf(site, shot)
  const child = fork(import.meta.filename, { execArgv: ['--import', 'tsx'] })
  child.send(copies)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', resolve as (message: unknown) => void).once('exit', reject)
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => stopProcess(child) }
}

function copyOf(site: string, { path, headers, body }: Shot): Promise<Copy> {
  return new Promise((resolve, reject) => {
    const onward = request(
      new URL(path, site),
      { headers, method: body === undefined ? 'GET' : 'POST' },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        answer.on('end', () => {
          const kept = answer.rawHeaders.filter(
            (_, i, all) =>
              !/^(date|connection|keep-alive|transfer-encoding|content-length)$/i.test(
                all[i - (i % 2)] ?? '',
              ),
          )
          resolve({
            status: answer.statusCode ?? 0,
            headers: kept,
            body: Buffer.concat(chunks).toString('base64'),
          })
        })
      },
    )
    onward.on('error', reject).end(body)
  })
}

function serve(copies: Record<string, Copy>) {
  const files = new Map(
    Object.entries(copies).map(([path, copy]) => [path, { ...copy, body: Buffer.from(copy.body, 'base64') }]),
  )
  const server = createServer((incoming, outgoing) => {
    const file = files.get(incoming.url ?? '')
    if (!file) return void outgoing.writeHead(404).end()
    incoming.resume().on('end', () => {
      outgoing
        .writeHead(file.status, [...file.headers, 'Content-Length', String(file.body.length)])
        .end(file.body)
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address) process.send?.(address.port)
  })
}

if (process.argv[1] === import.meta.filename) process.once('message', serve)
