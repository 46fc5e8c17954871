// A process loads this file with --import. It ends the process when the parent process has ended, so that no process
// is left behind on a port.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()

// When the parent has ended, every write to stdout or stderr fails. Without these listeners the failure would be an
// exception, Next would log the exception, and that write would fail again, without end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
