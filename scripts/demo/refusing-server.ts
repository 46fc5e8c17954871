import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Starts a mail server that refuses every recipient, so that one person is not told. */
export async function startRefusingServer() {
  const server = createServer((socket) => {
    socket.setEncoding('utf8').write('220 demo\r\n')
    socket.on('data', (command: string) =>
      socket.write(/^rcpt/i.test(command) ? '550 No such person\r\n' : '250 Ok\r\n'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}
