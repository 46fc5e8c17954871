import { isIP } from 'node:net'

/**
 * The sender's address behind `proxies` proxies of ours: that many entries from the right of `X-Forwarded-For`. Undefined when no proxy is
 * trusted or the entry is no address. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is returned as IPv4.
 */
export function addressBehind(proxies: number, forwardedFor: string | null): string | undefined {
  const entry = proxies > 0 ? forwardedFor?.split(',').at(-proxies)?.trim() : undefined
  const address = entry?.replace(/^::ffff:(\d+\.)/i, '$1')
  return address && isIP(address) && !address.includes('%') ? address : undefined
}
