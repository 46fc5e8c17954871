// Loaded with --import: ends this process when its parent process has ended, so that nothing keeps
// a port. A parent that listens (scripts/watch-site.mjs) also hears that this process still works:
// one that hangs falls silent, a busy one does not. Timers alone would not do for that, because
// Node starts all requests that have arrived before it looks at one.
import { subscribe } from 'node:diagnostics_channel'

const EVERY_MS = 500
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, EVERY_MS).unref()

// Nobody may read its log any more. Without a listener that is an exception, which Next logs, which is the next
// exception: for ever, and nothing else runs.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

if (process.channel) {
  process.channel.unref()
  setInterval(tell, EVERY_MS).unref()
  subscribe('http.server.request.start', tell)
}

let told = 0
function tell() {
  if (!process.connected || performance.now() - told < EVERY_MS / 2) return
  told = performance.now()
  process.send('works', undefined, undefined, () => {}) // that the parent has just ended is no error
}
