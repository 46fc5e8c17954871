import { unstable_doesMiddlewareMatch as matches } from 'next/experimental/testing/server'
import { describe, expect, test } from 'vitest'
import { config } from '@/middleware'
import nextConfig from '@/next.config'
import { secretPaths } from '@/lib/paths'
import { loggedPath } from '@/lib/http/log-not-found'

describe.each(secretPaths)('%s, a path that holds a key,', (prefix) => {
  const path = `${prefix}/3f0b6f0e-5a43-4b8e-9f55-0c1e6a1f2b3c.AbCdEfGhIjKlMnOpQrS-_9`

  test('the middleware handles a path that holds a key, so that the page gets its policy', () => {
    for (const url of [path, `${path}/file`]) expect(matches({ config, nextConfig: {}, url })).toBe(true)
  })

  test('a path that holds a key is sent in no Referer, and search engines do not list it', async () => {
    const { headers } = nextConfig('phase-development-server')
    const rule = (await headers?.())?.find(({ source }) => source === `${prefix}/:path*`)
    expect(rule?.headers).toEqual([
      { key: 'Referrer-Policy', value: 'strict-origin' },
      { key: 'X-Robots-Tag', value: 'noindex' },
    ])
  })

  test('a path that holds a key is in no log of the site', () => {
    const encoded = path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    for (const url of [path, `${path}/x`, `${prefix}/short`, `/${path}`, path.toUpperCase(), encoded])
      expect(loggedPath(url)).not.toMatch(/3f0b6f0e|AbCdEf|short/i)
  })
})
