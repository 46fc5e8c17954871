import { describe, expect, test } from 'vitest'
import { clientIp } from '@/lib/client-ip'

const ipOf = (forwardedFor: string, proxies?: number) =>
  clientIp(new Headers({ 'x-forwarded-for': forwardedFor }), proxies)

describe('the sender’s IP address', () => {
  test('the sender’s IP address never comes from a header that anyone can write', () => {
    expect(ipOf('192.0.2.1')).toBeUndefined()
  })
  test('the sender’s IP address is the one that our outermost proxy saw, not one that the sender wrote', () => {
    expect(ipOf('6.6.6.6, 192.0.2.1', 1)).toBe('192.0.2.1')
    expect(ipOf('6.6.6.6, 192.0.2.1, 10.0.0.1', 2)).toBe('192.0.2.1')
  })
  test('an IPv4 address of a sender has the same form in every notation', () => {
    expect(ipOf('::ffff:192.0.2.1', 1)).toBe('192.0.2.1')
    expect(ipOf('2001:db8::1', 1)).toBe('2001:db8::1')
  })
  test.each(['', 'unknown', '192.0.2.1:443', 'fe80::1%eth0', '192.0.2.1, '])(
    'is unknown for %j',
    (header) => {
      expect(ipOf(header, 1)).toBeUndefined()
    },
  )
  test('the sender’s IP address is unknown without the header', () =>
    expect(clientIp(new Headers(), 1)).toBeUndefined())
})
