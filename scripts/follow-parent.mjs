// Loaded with --import: ends this process when its parent process has ended, so that nothing keeps
// a port.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
