import { expect, test } from 'vitest'
import { preferredEncoding } from '@/lib/answers/encoding'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000, gzip;q=0', null],
  ['brotli, xgzip', null],
  ['identity', null],
  ['', null],
  [undefined, null],
])('Accept-Encoding %j is answered with %j', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding)
})
