/** As a visitor, without following redirects. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface Response {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** `ca` is trusted in addition to Node's own certificates. */
export function get(url: string, { ca, headers = {} }: { ca?: string; headers?: object } = {}) {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise<Response>((resolve, reject) => {
    const options = {
      ca,
      agent: false,
      headers: { ...headers, 'user-agent': 'check:hosted' },
      timeout: 5_000,
    }
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error('no response')))
    sent.end()
  })
}
