import { limits } from './booking/text'
import { site, studio } from './content/site'
import { contentSecurityPolicy } from './csp'

/** What Next reads of an action's post, in bytes. */
const MAX_BODY = 1024 * 1024

/**
 * The answer to a body that Next would meet with a bare 500: longer than an action may be sent, or a form that cannot be read. A page in
 * words, for people whose form was sent without JavaScript; null for every other request.
 */
export async function refuseBody({ headers, body }: Request): Promise<Response | null> {
  const told = headers.get('content-length')
  const type = headers.get('content-type') ?? ''
  if (Number(told) > MAX_BODY) return tooLong()
  if (!body || (told !== null && !isForm(type))) return null
  const bytes = await readAtMost(MAX_BODY, body)
  if (!bytes) return tooLong()
  return isForm(type) && !(await isReadable(bytes, type)) ? unreadable() : null
}

// As Next asks it, which is stricter than the standard about capitals.
function isForm(type: string) {
  return type.startsWith('multipart/form-data')
}

async function readAtMost(limit: number, body: ReadableStream<Uint8Array>) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function isReadable(form: BodyInit, type: string) {
  const read = new Response(form, { headers: { 'content-type': type } }).formData()
  return read.then(
    () => true,
    () => false,
  )
}

function tooLong() {
  const shorter = `Shorten your message to at most ${limits.message.toLocaleString('en-NZ')} characters, and send it again.`
  return refusal(413, 'That is too long to send', shorter)
}

function unreadable() {
  return refusal(400, 'That did not arrive whole', 'Send it again.')
}

function refusal(status: number, title: string, remedy: string) {
  const text = `<!doctype html>
<html lang="${studio.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} – ${site.name}</title>
<style>body { max-width: 34rem; margin: 15vh auto; padding: 0 1.25rem; font: 1.0625rem/1.6 system-ui, sans-serif }</style>
<main>
<h1>${title}</h1>
<p>Nothing was sent. Go back in your browser: what you typed is still in the form. ${remedy}</p>
<p>Or write to <a href="mailto:${site.email}">${site.email}</a>.</p>
</main>
</html>
`
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy([]),
    },
  })
}
