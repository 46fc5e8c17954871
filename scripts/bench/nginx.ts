/** Starts nginx with deploy/nginx.conf in front of the site, and a second one that serves the same bytes as files, for comparison. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, root } from '../processes'

const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so'
/** What is asked for, and the name of its file. */
const pages = { '/': 'home', '/about': 'about' }
const headers = { 'accept-encoding': 'gzip, deflate, br' }

/** Whether nginx is installed. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0
}

/** Starts both, the proxy before the site at this address. */
export async function startNginx(siteUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'studio-nginx-'))
  const proxyPort = await freePort(0)
  const filesPort = await freePort(0)
  writeFileSync(join(folder, 'proxy.conf'), proxyConfig(folder, new URL(siteUrl).host, proxyPort))
  const proxy = run(folder, 'proxy')
  const url = `http://127.0.0.1:${proxyPort}`
  const encoding = await saveFiles(url, folder)
  writeFileSync(join(folder, 'files.conf'), filesConfig(folder, filesPort, encoding))
  const files = run(folder, 'files')
  const filesUrl = `http://127.0.0.1:${filesPort}`
  await responseOf(`${filesUrl}/`)
  return {
    url,
    filesUrl,
    async stop() {
      await Promise.all([proxy, files].map(end))
      rmSync(folder, { recursive: true })
    },
  }
}

function run(folder: string, name: string): ChildProcess {
  const args = ['-p', folder, '-c', `${name}.conf`, '-e', `${name}.log`]
  return spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'inherit' })
}

async function end(nginx: ChildProcess) {
  nginx.kill('SIGTERM')
  await once(nginx, 'exit')
}

/** As root nginx would give its workers to somebody who cannot read the folder. */
const asRoot = process.getuid?.() === 0 ? 'user root;' : ''

const inFolder = (name: string, http: string, before = '') =>
  `${asRoot} ${before} worker_processes 1; pid ${name}.pid; events { worker_connections 4096; } http { ${http} }`

/** deploy/nginx.conf with this folder for what it writes and these ports. */
function proxyConfig(folder: string, site: string, port: number): string {
  const withBrotli = existsSync(brotli)
  const replaced = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', site)
    .replaceAll('/run/studio-site', join(folder, 'studio-site'))
    .replaceAll('/var/cache/nginx/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:80;', '')
    .replace(
      '/etc/nginx/studio-site-brotli*.conf',
      join(root, withBrotli ? 'deploy/nginx-brotli.conf' : 'none*'),
    )
  return inFolder('proxy', replaced, withBrotli ? `load_module ${brotli};` : '')
}

function filesConfig(folder: string, port: number, encoding: string): string {
  const places = Object.entries(pages).map(
    ([path, file]) => `location = ${path} { try_files /${file} =404; }`,
  )
  const type = `default_type text/html; add_header Content-Encoding ${encoding};`
  return inFolder(
    'files',
    `server { listen 127.0.0.1:${port}; root ${folder}; access_log off; ${type} ${places.join(' ')} }`,
  )
}

/** Writes each page's compressed bytes as the proxy sends them; returns their encoding. */
async function saveFiles(url: string, folder: string): Promise<string> {
  let encoding = ''
  for (const [path, file] of Object.entries(pages)) {
    const { body, contentEncoding } = await responseOf(url + path)
    writeFileSync(join(folder, file), body)
    encoding = contentEncoding
  }
  return encoding
}

/** One response, not decompressed. An nginx that has just been started is asked until it responds, for five seconds. */
async function responseOf(url: string): Promise<{ body: Buffer; contentEncoding: string }> {
  for (let tries = 50; ; tries--) {
    try {
      return await new Promise((resolve, reject) => {
        get(url, { headers, agent: false }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
          response.on('end', () =>
            resolve({
              body: Buffer.concat(chunks),
              contentEncoding: response.headers['content-encoding'] ?? 'identity',
            }),
          )
        }).on('error', reject)
      })
    } catch (error) {
      if (tries === 0) throw error
      await pause(100)
    }
  }
}
