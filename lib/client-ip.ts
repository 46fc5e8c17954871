import { isIP } from 'node:net'
import { trustedProxies } from './env'

/**
 * The IP address of whoever sent a request, behind `proxies` proxies of ours: that many entries from the right of `X-Forwarded-For`.
 * Undefined when no proxy is trusted or the entry is no address. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is returned as IPv4.
 */
export function clientIp(headers: Pick<Headers, 'get'>, proxies = trustedProxies()): string | undefined {
  const entry = proxies > 0 ? headers.get('x-forwarded-for')?.split(',').at(-proxies)?.trim() : undefined
  const ip = entry?.replace(/^::ffff:(\d+\.)/i, '$1')
  return ip && isIP(ip) && !ip.includes('%') ? ip : undefined
}
