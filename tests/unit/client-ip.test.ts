import { describe, expect, test } from 'vitest'
import { clientIp } from '@/lib/client-ip'

const ipOf = (forwardedFor: string, proxies?: number) =>
  clientIp(new Headers({ 'x-forwarded-for': forwardedFor }), proxies)

describe('the sender’s IP address', () => {
  test('is never read from a header that anybody can write', () => {
    expect(ipOf('192.0.2.1')).toBeUndefined()
  })
  test('is the entry that our outermost proxy wrote, not what the sender put in front', () => {
    expect(ipOf('6.6.6.6, 192.0.2.1', 1)).toBe('192.0.2.1')
    expect(ipOf('6.6.6.6, 192.0.2.1, 10.0.0.1', 2)).toBe('192.0.2.1')
  })
  test('of IPv4 is the same however it is written', () => {
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
