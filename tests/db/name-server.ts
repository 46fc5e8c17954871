/** A name server that answers TXT and MX queries of one test. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TYPES: Record<number, 'TXT' | 'MX'> = { 16: 'TXT', 15: 'MX' }

/**
 * `records` has keys such as 'TXT studio.test' and 'MX studio.test'. The server reads them at each
 * query.
 */
export async function startNameServer(records: Map<string, string>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const type = TYPES[query.readUInt16BE(at + 1)]
    const found = records.get(`${type} ${labels.join('.')}`)
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(found ? 0x8180 : 0x8183, 2) // success, or no such name
    header.writeUInt16BE(found ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    socket.send(
      [header, query.subarray(12, at + 5), found ? record(type, found) : Buffer.alloc(0)],
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

function record(type: 'TXT' | 'MX' | undefined, value: string): Buffer {
  const data =
    type === 'TXT'
      ? Buffer.from([value.length, ...Buffer.from(value)])
      : Buffer.concat([
          Buffer.from([0, 10]),
          ...value.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
          Buffer.from([0]),
        ])
  const head = Buffer.from([0xc0, 12, 0, type === 'TXT' ? 16 : 15, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([head, data])
}
