/** An https server in place of this site, which redirects http requests on the same port. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How the test site behaves; tests change it. */
export interface SiteLook {
  redirects: boolean
  hsts: boolean
  health: object
  hasTasksSecret: boolean
  policyOn: string[]
  /** The URL that the pages name as the site's; by default the test site's own URL. */
  named: string | undefined
  hangs: boolean
}

/** Makes a certificate for localhost. Returns null without openssl. */
export function makeCertificate(): { key: string; cert: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'studio-cert-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const about = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  try {
    execFileSync('openssl', [...made, ...about, '-keyout', key, '-out', cert], { stdio: 'pipe' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function startHttpsSite(certificate: { key: string; cert: string }, look: SiteLook) {
  let url = ''
  const answer = ({ url: path = '/' }: IncomingMessage, response: ServerResponse) => {
    if (look.hangs) return
    if (look.hsts) response.setHeader('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (look.policyOn.includes(path)) response.setHeader('content-security-policy', "default-src 'self'")
    const here = look.named ?? url
    if (path === '/api/health') return void response.end(JSON.stringify(look.health))
    if (path === '/api/tasks') return void response.writeHead(look.hasTasksSecret ? 401 : 404).end()
    if (path === '/sitemap.xml')
      return void response.end(`<urlset><url><loc>${here}/about</loc></url></urlset>`)
    response.end(`<link rel="canonical" href="${here}"/>`)
  }
  const secure = createHttps(certificate, answer)
  const plain = createHttp((request, response) => {
    if (look.redirects) return void response.writeHead(308, { location: `${url}${request.url}` }).end()
    answer(request, response)
  })
  const sockets = new Set<Socket>()
  const port = createServer((socket) => {
    sockets.add(socket)
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      const isTls = first[0] === 22
      ;(isTls ? secure : plain).emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
    socket.on('error', () => {})
  })
  port.listen(0, '127.0.0.1')
  await once(port, 'listening')
  url = `https://localhost:${(port.address() as { port: number }).port}`
  return {
    url,
    close: () => {
      for (const socket of sockets) socket.destroy()
      port.close()
    },
  }
}
