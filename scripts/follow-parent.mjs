// Loaded with --import: ends this process after its parent, so that none is left behind on a port.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()

// When the parent has ended, every write to stdout fails, Next would log that exception, and the write would fail
// again, without end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
