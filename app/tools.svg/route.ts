import { tools } from '@/lib/content/tools'

export const dynamic = 'force-static'

/** "/tools.svg": the logo strip's marks as one file; each is a symbol with its slug for an id. */
export function GET() {
  const marks = tools.marks.map(
    ({ slug, path }) => `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
  )
  return new Response(`<svg xmlns="http://www.w3.org/2000/svg">${marks.join('')}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  })
}
