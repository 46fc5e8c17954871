import { expect, test } from 'vitest'
import { safeNext } from '@/lib/paths'

test('after sign-in the site redirects only to a page of this site', () => {
  expect(safeNext('/admin?status=pending')).toBe('/admin?status=pending')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/%ff',
  '/login',
  '',
  null,
  ['/admin'],
])('after sign-in %j leads to the admin, not to another site', (next) =>
  expect(safeNext(next)).toBe('/admin'),
)
