// Loaded with --import into the site by scripts/watch-site.mjs: reports to it that this process works.
// A busy process still reports, a hanging one does not. A timer alone would not report from a busy
// process, because Node starts all waiting requests before it runs a timer. Load this nowhere else: child
// processes inherit --import, and their open channel would keep them running.
import { subscribe } from 'node:diagnostics_channel'

const EVERY_MS = 500

process.channel.unref()
setInterval(report, EVERY_MS).unref()
subscribe('http.server.request.start', report)

let reported = 0
function report() {
  if (!process.connected || performance.now() - reported < EVERY_MS / 2) return
  reported = performance.now()
  process.send('works', undefined, undefined, () => {}) // ignores the error after the parent has ended
}
