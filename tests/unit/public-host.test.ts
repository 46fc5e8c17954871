import { expect, test } from 'vitest'
import { isPublicHost } from '@/lib/http/public-host'

test('the news that visitors read the samples comes under a public name, not on a founder’s own machine', () => {
  const hosts = ['studio.example', 'www.studio.example:8443', 'STUDIO.example', '1.2.3.4.example']
  expect(hosts.filter((host) => !isPublicHost(host))).toEqual([])
  const own = [
    'localhost',
    'localhost:3000',
    'app.localhost',
    '127.0.0.1:3000',
    '192.168.1.20',
    '[::1]:3000',
    '',
    null,
  ]
  expect([...own, '2130706433', 'a b'].filter(isPublicHost)).toEqual([])
})
