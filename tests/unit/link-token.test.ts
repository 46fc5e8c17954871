import { describe, expect, test } from 'vitest'
import { readToken } from '@/lib/link-token'
import * as manage from '@/lib/booking/token'
import * as offer from '@/lib/offers/token'

const secret = Buffer.alloc(32, 1).toString('base64')
const id = '3f0b6f0e-5a43-4b8e-9f55-0c1e6a1f2b3c'
const tokenOf = (path: string | null) => {
  const token = readToken(path?.split('/').at(-1) ?? '')
  if (!token) throw new Error(`${path} has no token`)
  return token
}

describe('a visitor’s link', () => {
  test('a visitor’s link opens only its kind of page, booking or offer, even if both have the same id', () => {
    const [toBooking, toOffer] = [manage.managePath(id, 1, secret), offer.offerPath(id, 1, secret)]
    expect(toOffer).toMatch(/^\/offer\//)
    expect(manage.isSignedFor(tokenOf(toBooking), 1, [secret])).toBe(true)
    expect(offer.isSignedFor(tokenOf(toOffer), 1, [secret])).toBe(true)
    expect(offer.isSignedFor(tokenOf(toBooking), 1, [secret])).toBe(false)
    expect(manage.isSignedFor(tokenOf(toOffer), 1, [secret])).toBe(false)
  })
})
