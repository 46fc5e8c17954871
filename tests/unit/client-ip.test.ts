import { describe, expect, test } from 'vitest'
import { clientIp } from '@/lib/client-ip'

const ipOf = (forwardedFor: string, proxies?: number) =>
  clientIp(new Headers({ 'x-forwarded-for': forwardedFor }), proxies)

describe('the sender’s IP address', () => {
  test('never comes from a header that anyone can write', () => {
    expect(ipOf('192.0.2.1')).toBeUndefined()
  })
  test('is the entry of our outermost proxy, not an entry of the sender', () => {
    expect(ipOf('6.6.6.6, 192.0.2.1', 1)).toBe('192.0.2.1')
    expect(ipOf('6.6.6.6, 192.0.2.1, 10.0.0.1', 2)).toBe('192.0.2.1')
  })
  test('has one form for an IPv4 address in any notation', () => {
    expect(ipOf('::ffff:192.0.2.1', 1)).toBe('192.0.2.1')
    expect(ipOf('2001:db8::1', 1)).toBe('2001:db8::1')
  })
  test.each(['', 'unknown', '192.0.2.1:443', 'fe80::1%eth0', '192.0.2.1, '])(
    'is unknown for %j',
    (header) => {
      expect(ipOf(header, 1)).toBeUndefined()
    },
  )
  test('is unknown without the header', () => expect(clientIp(new Headers(), 1)).toBeUndefined())
})
