import { describe, expect, test } from 'vitest'
import { loggedPath } from '@/lib/site/log-not-found'

describe('the path of a missing page, as it stands in the log', () => {
  test('is the path alone: a query may hold what is private', () => {
    expect(loggedPath('/old/page?token=secret#part')).toBe('/old/page')
  })

  test('does not hold a booking’s link, which is a key to it, however it is written', () => {
    for (const path of [
      '/booking/manage/0f.secret',
      '/booking/manage/0f.secret/call.ics/x',
      '/booking/%6Danage/0f.secret',
      '//booking/Manage//0f.secret?x',
    ])
      expect(loggedPath(path)).toMatch(/\/manage\/…$/i)
  })

  test('cannot begin a line of its own or steer a terminal', () => {
    expect(loggedPath('/a%0A2026-01-01 admin signed in')).toBe('/a2026-01-01 admin signed in')
    expect(loggedPath('/a%1B[2J%E2%80%AEb%E2%80%A8c')).toBe('/a[2Jbc')
  })

  test('is at most 200 characters long', () => {
    expect(loggedPath(`/${'x'.repeat(5000)}`)).toHaveLength(200)
  })

  test('that is no valid encoding is logged as it came', () => {
    expect(loggedPath('/%E0%A4%A')).toBe('/%E0%A4%A')
  })
})
