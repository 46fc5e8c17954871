import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, root } from '../processes'

const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so'

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0
}

export function hasBrotli(): boolean {
  return existsSync(brotli)
}

/** Waits at most five seconds until nginx responds. */
export function startNginx(...siteUrls: string[]) {
  return startIn(mkdtempSync(join(tmpdir(), 'studio-nginx-')), siteUrls)
}

/** A browser reaches it by HTTPS and HTTP/2 at `secureUrl`. Needs openssl. */
export async function startSecureNginx(siteUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'studio-nginx-'))
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  spawnSync('openssl', ['req', ...kind, '-subj', '/CN=localhost', ...files])
  const port = await freePort(0)
  const listen = `listen 127.0.0.1:${port} ssl http2; ssl_certificate cert.pem; ssl_certificate_key key.pem;`
  return { ...(await startIn(folder, [siteUrl], listen)), secureUrl: `https://127.0.0.1:${port}` }
}

async function startIn(folder: string, siteUrls: string[], listen = '') {
  const [port, inner] = [await freePort(0), await freePort(0)]
  const url = `http://127.0.0.1:${port}`
  writeFileSync(join(folder, 'nginx.conf'), config(folder, siteUrls, port, inner, listen))
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log', '-g', 'daemon off;']
  // `detached` gives nginx a process group, so that crash() also kills nginx's workers, as systemd does.
  const start = () => spawn('nginx', args, { stdio: 'inherit', detached: true })
  let nginx = start()
  await responds(url)
  return {
    url,
    async crash() {
      process.kill(-(nginx.pid ?? NaN), 'SIGKILL')
      await once(nginx, 'exit')
      nginx = start()
      await responds(url)
    },
    logs: () => ({ requests: read('studio-site.log'), errors: read('error.log') }),
    async stop() {
      await end(nginx)
      rmSync(folder, { recursive: true })
    },
  }
}

async function end(nginx: ChildProcess) {
  nginx.kill('SIGTERM')
  await once(nginx, 'exit')
}

/** As root: nginx's default user cannot read the temporary folder. */
const asRoot = process.getuid?.() === 0 ? 'user root;' : ''

/** `listen` is added to the server for visitors. */
function config(folder: string, siteUrls: string[], port: number, inner: number, listen: string): string {
  const withBrotli = hasBrotli()
  const replaced = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace(/server 127\.0\.0\.1:3000.*;/, (line) =>
      siteUrls.map((url) => line.replace('127.0.0.1:3000', new URL(url).host)).join(' '),
    )
    .replace(/\b2999\b/g, String(inner))
    .replaceAll('/var/lib/nginx/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('listen 80;', `listen 127.0.0.1:${port}; ${listen}`)
    .replace('listen [::]:80;', '')
    .replace(
      '/etc/nginx/studio-site-brotli*.conf',
      join(root, withBrotli ? 'deploy/nginx-brotli.conf' : 'none*'),
    )
  const brotliModule = withBrotli ? `load_module ${brotli};` : ''
  return `${asRoot} ${brotliModule} worker_processes 1; pid nginx.pid; events { worker_connections 4096; } http { ${replaced} }`
}

async function responds(url: string): Promise<void> {
  for (let tries = 50; ; tries--) {
    try {
      await fetch(url)
      return
    } catch (error) {
      if (tries === 0) throw error
      await pause(100)
    }
  }
}
