import { afterEach, describe, expect, test, vi } from 'vitest'
import { readToken } from '@/lib/link-token'
import { isSignedFor, managePath } from '@/lib/booking/token'

const secret = Buffer.alloc(32, 1).toString('base64')
const id = '3f0b6f0e-5a43-4b8e-9f55-0c1e6a1f2b3c'
const path = managePath(id, 1, secret) ?? ''
const token = readToken(path.slice('/booking/manage/'.length))
if (!token) throw new Error(`${path} is no path of a booking's page`)

const other = Buffer.alloc(32, 2).toString('base64')

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the link to a visitor’s booking', () => {
  test('a booking’s link opens that booking until the booking’s link version changes', () => {
    expect(token.id).toBe(id)
    expect(isSignedFor(token, 1, [secret])).toBe(true)
    expect(isSignedFor(token, 2, [secret])).toBe(false)
  })

  test('a booking’s link opens no other booking, and no booking of another site', () => {
    expect(isSignedFor({ ...token, id: id.replace('3', '4') }, 1, [secret])).toBe(false)
    expect(isSignedFor(token, 1, [other, undefined])).toBe(false)
  })

  test('after a change of the site’s secret a booking’s link works while SITE_SECRET_PREVIOUS is set', () => {
    vi.stubEnv('SITE_SECRET', other)
    expect(isSignedFor(token, 1)).toBe(false)
    vi.stubEnv('SITE_SECRET_PREVIOUS', secret)
    expect(isSignedFor(token, 1)).toBe(true)
    expect(isSignedFor(token, 2)).toBe(false)
    expect(managePath(id, 1), 'a new link').toBe(managePath(id, 1, other))
  })

  test('a booking’s link opens nothing if its text is changed in any way', () => {
    const text = `${token.id}.${token.signature}`
    const forms = [
      '',
      id,
      `${id}.`,
      `${text}=`,
      `${text}.x`,
      ` ${text}`,
      text.toUpperCase(),
      `${id}.${'é'.repeat(22)}`,
    ]
    for (const form of forms) expect(readToken(form), form).toBeNull()
  })

  test('a site without a secret makes no link to a booking', () => {
    expect(managePath(id, 1, undefined)).toBeNull()
  })
})
