import { limits } from './booking/text'
import { site, studio } from './content/site'
import { contentSecurityPolicy } from './csp'

/** What Next reads of an action's post, in bytes; more than that it answers with a bare 500. */
const MAX_BODY = 1024 * 1024

/** Whether a request's body is longer than an action may be sent. Reads the body where no header tells its length. */
export async function isTooLong({ headers, body }: Request): Promise<boolean> {
  const told = headers.get('content-length')
  if (told !== null || !body) return Number(told) > MAX_BODY
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_BODY) return true
  }
  return false
}

/** The answer to a body that is too long: a page in words, for people whose form was sent without JavaScript. */
export function refuseTooLong(): Response {
  const text = `<!doctype html>
<html lang="${studio.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Too long to send – ${site.name}</title>
<style>body { max-width: 34rem; margin: 15vh auto; padding: 0 1.25rem; font: 1.0625rem/1.6 system-ui, sans-serif }</style>
<main>
<h1>That is too long to send</h1>
<p>Nothing was sent. Go back in your browser: what you typed is still in the form. Shorten your message to at most ${limits.message.toLocaleString('en-NZ')} characters, and send it again.</p>
<p>Or write to <a href="mailto:${site.email}">${site.email}</a>.</p>
</main>
</html>
`
  return new Response(text, {
    status: 413,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy([]),
    },
  })
}
