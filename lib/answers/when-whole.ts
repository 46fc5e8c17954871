import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Body, type Encoding, preferredEncoding } from './encoding'

/** A page or file as Next has made it, not sent yet; `encoding` is what the browser would best have it in. */
export interface Answer {
  path: string
  body: Body
  encoding: Encoding
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Holds the good answers to GET at these paths back until they are whole, uncompressed; `act` sends them. An answer that `act` fails on
 * goes out as it is, and the failure is logged.
 */
export function whenWhole(isWanted: (path: string) => boolean, act: (answer: Answer) => Promise<void>): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const [path = ''] = (request.url ?? '').split('?')
    const encoding = preferredEncoding(request.headers['accept-encoding'])
    if (!encoding || request.method !== 'GET' || request.headers.rsc || !isWanted(path)) return
    delete request.headers['accept-encoding'] // Next leaves it as it is

    atEnd(response, (body) => {
      if (response.statusCode !== 200 || !isText(response.getHeader('content-type')))
        return void response.end(body)
      act({ path, body, encoding, request, response }).catch((error: unknown) => {
        console.error(`${path} is sent as it is:`, error)
        response.end(body)
      })
    })
  })
}

/** Ends an answer with its body compressed. */
export function sendEncoded(response: ServerResponse, encoding: Encoding, encoded: Buffer): void {
  response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', encoded.length)
  response.end(encoded)
}

function isText(type: unknown) {
  return /^text\/|javascript|json|svg/.test(String(type))
}

/** Holds an answer back until it is whole; `finish` gets its body and sends that, or another in its place. */
function atEnd(response: ServerResponse, finish: (body: Body) => void) {
  const { writeHead, flushHeaders, write, end } = response
  const chunks: Body[] = []
  function keep(chunk: unknown) {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) chunks.push(chunk)
  }
  response.writeHead = (status: number) => {
    response.statusCode = status // the headers that came with it have been set by Next's compression, which listens in between
    return response
  }
  response.flushHeaders = () => {}
  response.write = (chunk: unknown) => {
    keep(chunk)
    return true
  }
  response.end = (chunk?: unknown) => {
    keep(chunk)
    Object.assign(response, { writeHead, flushHeaders, write, end })
    const [only] = chunks
    finish(chunks.length === 1 && only ? only : Buffer.concat(chunks.map((part) => Buffer.from(part))))
    return response
  }
}
