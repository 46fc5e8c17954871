// scripts/watch-site.mjs loads this module into the site with --import. It reports to the watcher that the process
// works: by a timer, and when a request starts, because a busy Node starts all waiting requests before it runs a
// timer. Load it nowhere else: child processes inherit --import, and the open channel would keep them running.
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
