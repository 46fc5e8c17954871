import { expect, test } from 'vitest'
import { cookies } from '@/lib/next'
import { isSessionOpen } from '@/lib/supabase/auth'
import { createAdmin } from '@/scripts/admin-create'
import { isHere, serveSignIn } from '@/scripts/demo/sign-in'
import { people } from '../people'
import { openStudio } from './in-process'

test('the demo’s address signs in once, on this machine only, and leads to the admin', async () => {
  const { backend, newBrowser } = await openStudio()
  const account = { email: 'demo@studio.test', password: people.admin.password }
  await createAdmin(backend, account.email, account.password)
  const address = await serveSignIn(backend, account, { port: 47_300 })
  expect(address).toMatch(/^http:\/\/localhost:473\d\d\/[\w-]{32}$/)
  const { port, pathname } = new URL(address)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status, 'without the secret').toBe(404)
  await expect(fetch(`http://127.0.0.2:${port}${pathname}`)).rejects.toThrow('fetch failed')

  const response = await fetch(`http://127.0.0.1:${port}${pathname}`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, 'http://localhost:47300/admin'])
  const browser = newBrowser()
  await browser.run(async () => {
    const jar = await cookies()
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=', 2) ?? []
      jar.set(name, value)
    }
  })
  expect(await browser.run(isSessionOpen)).toBe(true)
  expect((await fetch(`http://127.0.0.1:${port}${pathname}`)).status, 'a second time').toBe(410)
})

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['127.0.0.1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.20', false],
])('with HOST=%s the demo offers that address: %s', (host, isOffered) => {
  expect(isHere(host)).toBe(isOffered)
})
