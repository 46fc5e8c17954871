/** Starts the embedded Supabase: `tsx supabase/local/start.ts --data DIR --port N`. Loopback only; for development and evaluation. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError, takeDataFolder } from './data-folder'
import { openDatabase } from './database'
import { handle, type Services } from './gateway'
import { createHttpServer, listen } from './http'
import { createTokens } from './jwt'
import { loadKeys } from './keys'
import { serveRealtime } from './realtime/sockets'
import { readCatalog } from './rest/catalog'

const { values: options } = parseArgs({ options: { data: { type: 'string' }, port: { type: 'string' } } })

async function start() {
  const folder = await takeDataFolder(options.data ?? process.env.STUDIO_DATA ?? '.studio')
  try {
    const keys = await loadKeys(folder.dir)
    const db = await openDatabase(folder.dir)
    await db.script(await readFile(join(import.meta.dirname, 'realtime/triggers.sql'), 'utf8'))
    const services: Services = {
      db,
      keys,
      catalog: await readCatalog(db),
      tokens: await createTokens(keys.signingKey),
      url: '',
    }
    const server = createHttpServer((request) => handle(services, request))
    const closeSockets = await serveRealtime(services, server)
    services.url = `http://127.0.0.1:${await listen(server, Number(options.port ?? 54421))}`
    // So that a command on the same folder finds the server that owns it.
    await writeFile(join(folder.dir, 'url'), services.url, { mode: 0o600 })
    const stop = async () => {
      closeSockets()
      setTimeout(() => server.closeAllConnections(), 1000).unref()
      server.closeIdleConnections()
      await new Promise((resolve) => server.close(resolve))
      await db.close()
      await rm(join(folder.dir, 'url'), { force: true })
      await folder.release()
    }
    return { services, dir: folder.dir, stop }
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

const { services, dir, stop } = await start().catch(fail)
const { publishableKey, secretKey } = services.keys
const ready = { type: 'ready', url: services.url, publishableKey, secretKey, dataDir: dir }

let stopping = false
function shutDown() {
  if (stopping) return
  stopping = true
  stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error('embedded Supabase:', error)
      process.exit(1)
    },
  )
}
process.on('SIGTERM', shutDown)
process.on('SIGINT', shutDown)
process.on('disconnect', shutDown)

// A launcher that went away while we started will never ask us to stop.
if (process.send && !process.connected) shutDown()
else if (process.send) process.send(ready)
else {
  console.log(
    `Embedded Supabase on ${services.url}\n  publishable key  ${publishableKey}\n  data             ${dir}`,
  )
}
