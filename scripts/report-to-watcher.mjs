// Loaded with --import into the site that scripts/watch-site.mjs starts: reports to it that this
// process still works, so that one that hangs falls silent and a busy one does not. Timers alone would
// not do for that, because Node starts all requests that have arrived before it looks at one. Load
// it nowhere else: processes inherit --import, and another one's channel may be all that keeps it running.
import { subscribe } from 'node:diagnostics_channel'

const EVERY_MS = 500

process.channel.unref()
setInterval(report, EVERY_MS).unref()
subscribe('http.server.request.start', report)

let reported = 0
function report() {
  if (!process.connected || performance.now() - reported < EVERY_MS / 2) return
  reported = performance.now()
  process.send('works', undefined, undefined, () => {}) // that the parent has just ended is no error
}
