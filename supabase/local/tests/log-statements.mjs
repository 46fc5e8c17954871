// Loaded into the server with --import: collects the statements that reach Postgres, and sends them to the parent
// process on request.
import { PGlite } from '@electric-sql/pglite'

let statements = []
const { execProtocolRawSync } = PGlite.prototype
PGlite.prototype.execProtocolRawSync = function (bytes) {
  for (let at = 0; at + 5 <= bytes.length;) {
    const message = Buffer.from(bytes.buffer, bytes.byteOffset + at)
    const [kind, length] = [String.fromCharCode(message[0]), message.readUInt32BE(1)]
    // A Parse message (P) has a statement's name and then its text, a Query message (Q) only the text.
    const strings = message.toString('utf8', 5, 1 + length).split('\0')
    if (kind === 'P') statements.push(strings[1])
    if (kind === 'Q') statements.push(strings[0])
    at += 1 + length
  }
  return execProtocolRawSync.call(this, bytes)
}
process.on('message', (message) => {
  if (message !== 'statements') return
  process.send({ statements })
  statements = []
})
