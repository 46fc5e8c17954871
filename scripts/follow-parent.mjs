// Loaded with --import: ends this process when its parent process has ended, so that nothing keeps
// a port.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()

// Nobody may read its log any more. Without a listener that is an exception, which Next logs, which is the next
// exception: for ever, and nothing else runs.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
