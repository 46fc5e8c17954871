// Loaded with --import into a tested site: connects the site to the test's calendar server instead
// of calendars.example. The environment has that server's port and certificate.
import https from 'node:https'

const { CALENDAR_PORT: port, CALENDAR_CA: ca } = process.env
const connect = https.Agent.prototype.createConnection
https.Agent.prototype.createConnection = function (options, done) {
  const isOurs = options.host === 'calendars.example'
  const there = { host: '127.0.0.1', port, ca, servername: 'localhost', lookup: undefined }
  return connect.call(this, isOurs ? { ...options, ...there } : options, done)
}
