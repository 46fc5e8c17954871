/**
 * Starts the embedded Supabase, for development and for trying the site:
 * `tsx supabase/local/start.ts --data DIR --port N`. It listens on the loopback address only.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError, lockDataFolder } from './data-folder'
import { openDatabase } from './database'
import { handle } from './gateway'
import { createHttpServer, listen } from './http'
import { serveRealtime } from './realtime/sockets'
import { openServices } from './services'

const { values: options } = parseArgs({ options: { data: { type: 'string' }, port: { type: 'string' } } })

async function start() {
  const folder = await lockDataFolder(options.data ?? process.env.STUDIO_DATA ?? '.studio')
  try {
    const db = await openDatabase(folder.dir)
    await db.script(await readFile(join(import.meta.dirname, 'realtime/triggers.sql'), 'utf8'))
    const services = await openServices(db, folder.dir)
    const { keys, tokens, mails } = services
    // The parent process (`npm start`) starts the site after this server, and then sends the site's URL.
    process.on('message', ({ siteUrl }: { siteUrl?: string }) => (mails.siteUrl = siteUrl ?? mails.siteUrl))
    const server = createHttpServer((request) => handle(services, request))
    const closeSockets = await serveRealtime(services, server)
    const url = `http://127.0.0.1:${await listen(server, Number(options.port ?? 54421))}`
    tokens.issuer = `${url}/auth/v1`
    // Commands on the same folder, such as `npm run admin:create`, read the running server's URL from this file.
    await writeFile(join(folder.dir, 'url'), url, { mode: 0o600 })
    const stop = async () => {
      closeSockets()
      setTimeout(() => server.closeAllConnections(), 1000).unref()
      server.closeIdleConnections()
      await new Promise((resolve) => server.close(resolve))
      await db.close()
      await rm(join(folder.dir, 'url'), { force: true })
      await folder.release()
    }
    const { publishableKey, secretKey } = keys
    return { stop, ready: { type: 'ready', url, publishableKey, secretKey, dataDir: folder.dir } }
  } catch (error) {
    await folder.release()
    throw error
  }
}

function fail(error: unknown): never {
  const message =
    error instanceof StartError ? error.message : `The embedded Supabase could not start: ${String(error)}`
  console.error(message)
  process.send?.({ type: 'failed', message })
  process.exit(1)
}

const { stop, ready } = await start().catch(fail)
let stopping = false
async function shutDown() {
  if (stopping) return
  stopping = true
  await stop()
  process.exit(0)
}
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => void shutDown())

// If the parent process ended during this start, it will never send a signal to stop, so the server stops now.
if (process.send && !process.connected) await shutDown()
else if (process.send) process.send(ready)
else
  console.log(
    `Embedded Supabase on ${ready.url}, publishable key ${ready.publishableKey}, data in ${ready.dataDir}`,
  )
