import { isIP } from 'node:net'
import { trustedProxies } from './env'

/**
 * The entry of `X-Forwarded-For` that the outermost of `proxies` trusted proxies added; undefined if there is none. An
 * IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes IPv4.
 */
export function clientIp(headers: Pick<Headers, 'get'>, proxies = trustedProxies()): string | undefined {
  const entry = proxies > 0 ? headers.get('x-forwarded-for')?.split(',').at(-proxies)?.trim() : undefined
  const ip = entry?.replace(/^::ffff:(\d+\.)/i, '$1')
  return ip && isIP(ip) && !ip.includes('%') ? ip : undefined
}
