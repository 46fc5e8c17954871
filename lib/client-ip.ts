import { isIP } from 'node:net'
import { trustedProxies } from './env'

/**
 * The client's IP address: the entry of `X-Forwarded-For` that the outermost of `proxies` trusted proxies
 * added. Undefined if no proxy is trusted or the entry is not an IP address. Returns an IPv4-mapped IPv6
 * address (`::ffff:192.0.2.1`) as IPv4.
 */
export function clientIp(headers: Pick<Headers, 'get'>, proxies = trustedProxies()): string | undefined {
  const entry = proxies > 0 ? headers.get('x-forwarded-for')?.split(',').at(-proxies)?.trim() : undefined
  const ip = entry?.replace(/^::ffff:(\d+\.)/i, '$1')
  return ip && isIP(ip) && !ip.includes('%') ? ip : undefined
}
