import { describe, expect, test } from 'vitest'
import { loggedPath } from '@/lib/http/log-not-found'

describe('the logged path of a missing page', () => {
  test('the logged path of a missing page has no query, because a query may hold private text', () => {
    expect(loggedPath('/old/page?token=secret#part')).toBe('/old/page')
  })

  test('the logged path of a missing page has no token and no e-mail address, in any encoding', () => {
    const token = '0a1b2c3d-0000-4000-8000-00000000000f.AbCdEfGhIjKlMnOpQrS-_9'
    const recovery = '3f0b6f0e'.repeat(7)
    const twice = (text: string) =>
      encodeURIComponent(text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`))
    const feed = 'Kq7-Zt_0PbYw3xVnR5sLcD8mJfH2aGuE6iToQ1yXk4B'
    const slips = ['', ',', ' '].map((dot) => token.replace('.', dot))
    for (const secret of [
      token,
      token.toUpperCase(),
      token.slice(1, -1),
      ...slips,
      'whero@private.example',
      recovery,
      recovery.slice(8),
      feed,
      feed.slice(2),
    ])
      for (const written of [
        secret,
        encodeURIComponent(secret),
        encodeURIComponent(encodeURIComponent(secret)),
        twice(secret),
        `${secret}%E0`,
        `%zz${twice(secret)}`,
        `<${secret}>,`,
        `booking${secret}`,
      ])
        expect(loggedPath(`/bookings/${written}/x`), written).toBe('/bookings/…/x')
    expect(loggedPath(`/booking/manage${encodeURIComponent(`/${token}`)}`)).toBe('/booking/manage/…')
    expect(loggedPath('/mailto:whero%2540private.example')).toBe('/…')
  })

  test('the logged path of a missing page cannot begin a new line or send commands to a terminal', () => {
    expect(loggedPath('/a%0A2026-01-01 admin signed in')).toBe('/a2026-01-01 admin signed in')
    expect(loggedPath('/a%1B[2J%E2%80%AEb%E2%80%A8c')).toBe('/a[2Jbc')
  })

  test('the logged path of a missing page keeps a request’s id, which opens nothing by itself', () => {
    const path = '/admin/0a1b2c3d-0000-4000-8000-00000000000f.json'
    expect(loggedPath(path)).toBe(path)
  })

  test('the logged path of a missing page has at most 200 characters', () => {
    expect(loggedPath(`/${'x.'.repeat(2500)}`)).toHaveLength(200)
  })

  test('the logged path of a missing page keeps the readable part of an invalid encoding', () => {
    expect(loggedPath('/a%20b%E0%A4%A')).toBe('/a b\ufffd%A')
  })
})
