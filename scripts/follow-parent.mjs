// Loaded with --import: ends this process after its parent process, so that it does not keep a port.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()

// After the parent ends, writing to the log fails. Without a listener the failure is an exception, which Next logs,
// which fails again: an endless loop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
