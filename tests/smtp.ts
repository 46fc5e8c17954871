/** A mail server for one test that can refuse mails, fail or be slow. */
import { once } from 'node:events'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail extends ParsedMail {
  /** The mail as it was sent: headers and body. */
  raw: string
  /** The recipients that the sender named in SMTP, not in the mail's headers. */
  envelopeTo: string[]
}

/**
 * Starts the server on `port`, by default a free one. `received` has the mails in order. The server
 * acknowledges a mail once `answer` has resolved.
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  port = 0,
  answer?: (to: string[]) => Promise<void> | undefined,
) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const envelopeTo = session.envelope.rcptTo.map(({ address }) => address)
        void simpleParser(raw).then(async (mail) => {
          received.push({ ...mail, raw: raw.toString(), envelopeTo })
          await answer?.(envelopeTo)
          done()
        }, done)
      })
    },
    ...options,
  })
  // Some tests' clients end the connection while sending.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const taken = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** An error that makes the server respond with this SMTP code. */
export function reply(responseCode: number, message = 'No') {
  return Object.assign(new Error(message), { responseCode })
}
