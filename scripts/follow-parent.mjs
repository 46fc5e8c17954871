// Loaded with --import: asks this process to close when the one that started it is gone, so that nothing is left behind on a port.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
