import { isIP } from 'node:net'

/** Neither localhost nor an IP address. */
export function isPublicHost(host: string | null): boolean {
  const url = URL.parse(`http://${host ?? ''}`)
  if (!url) return false
  const name = url.hostname.replace(/^\[|\]$/g, '')
  return name !== 'localhost' && !name.endsWith('.localhost') && isIP(name) === 0
}
