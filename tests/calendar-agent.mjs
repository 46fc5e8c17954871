// Loaded with --import into a site under test: connections to calendars.example lead to the test's
// server, whose port and certificate are in the environment. The site has no such way by itself.
import https from 'node:https'

const { CALENDAR_PORT: port, CALENDAR_CA: ca } = process.env
const connect = https.Agent.prototype.createConnection
https.Agent.prototype.createConnection = function (options, done) {
  const isOurs = options.host === 'calendars.example'
  const there = { host: '127.0.0.1', port, ca, servername: 'localhost', lookup: undefined }
  return connect.call(this, isOurs ? { ...options, ...there } : options, done)
}
