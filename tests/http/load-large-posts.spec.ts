import { connect } from 'node:net'
import { bookingPost, readFormPage } from '../native-form'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

const SENDERS = 30
const SENT = 8 * 1024 * 1024

/**
 * Sends a post without its end. Resolves when the rest is sent, or when the site has closed the
 * connection.
 */
function sendWithoutEnd(siteUrl: string, path: string) {
  const socket = connect(Number(new URL(siteUrl).port), 'localhost').on('error', () => undefined)
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: multipart/form-data; boundary=studio-form',
    `Content-Length: ${SENT * 2}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return new Promise<() => void>((resolve) => {
    socket.once('close', () => resolve(() => undefined))
    socket.write(Buffer.alloc(SENT, 'a'), () => resolve(() => socket.destroy()))
  })
}

test('huge posts that never end take little memory, and the site serves visitors meanwhile @full', async ({
  studio,
}) => {
  const page = await readFormPage(studio.url)
  for (const path of process.env.SOAK ? ['/booking', '/login'] : ['/booking']) {
    const before = studio.memory().site
    const ends = await Promise.all(Array.from({ length: SENDERS }, () => sendWithoutEnd(studio.url, path)))
    expect((await fetch(`${studio.url}/booking`)).status).toBe(200)
    expect(studio.memory().site - before, `MB more after posts to ${path}`).toBeLessThan(150)
    for (const end of ends) end()
  }

  const action = /"id":"(\w+)"/.exec(page.fields['$ACTION_1:0'] ?? '')?.[1] ?? ''
  async function post(length: number) {
    const { path, headers, body } = bookingPost(page, { message: 'a'.repeat(length) })
    const response = await fetch(studio.url + path, {
      method: 'POST',
      headers: { ...headers, 'next-action': action },
      body,
    })
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    return `${response.status} ${await response.text()}`
  }
  for (const length of [70_000, 3_000_000])
    expect(await post(length)).toMatch(/^413 That is more than this form takes/)
})
