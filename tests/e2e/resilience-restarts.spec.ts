import { once } from 'node:events'
import { connect } from 'node:net'
import { expectLive, row } from './admin'
import { alert, expectReadableWithoutBackend, fillIn, read, says } from './booking'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

test(
  'the site stops despite an open connection, starts without a backend, and needs no restart once it is there',
  { tag: '@soak' },
  async ({ studio }) => {
    const reserve = connect(Number(new URL(studio.url).port), 'localhost')
    reserve.on('error', () => undefined) // the site closes the connection when it stops
    await once(reserve, 'connect')
    await Promise.all([studio.backend.stop(), studio.site.stop()])
    await studio.site.start()
    await expectReadableWithoutBackend(studio, 'it was down at the start')
    expect((await read(studio, '/api/slots/next')).text, 'the next free call').toBe('null')
    const login = await read(studio, '/login')
    expect([login.status, login.text]).toEqual([200, expect.stringContaining('Admin Login') as unknown])
    await studio.backend.start()
    expect(await read(studio, '/api/health')).toEqual({ status: 200, text: '{"status":"ok"}' })
    expect((await read(studio, '/booking')).text).not.toContain('Retry')
    expect((await read(studio, '/api/slots/next')).text, 'at once, not half a minute later').toMatch(
      /^\{"date":/,
    )
  },
)

test(
  'after a restart of both servers people go on where they were',
  { tag: '@soak' },
  async ({ adminState, otherBrowser, studio, complaints }) => {
    const page = await otherBrowser({ storageState: adminState })
    await page.goto('/admin')
    await expectLive(page)
    const visitor = await otherBrowser()
    await visitor.goto('/booking?step=2')
    await fillIn(visitor, { name: 'Restart Rewi', email: 'rewi@example.com', message: 'Still here' })

    // The previous test checks how the site stops with open connections.
    await Promise.all([studio.backend.kill(), studio.site.kill()])
    await expect(page.getByRole('status').filter({ hasText: /Reconnecting/ })).toBeVisible()
    await visitor.getByRole('button', { name: says.send }).click()
    await expect(alert(visitor)).toContainText(says.inquiryUnknown)
    await Promise.all([studio.backend.start(), studio.site.start()])

    await visitor.getByRole('button', { name: says.send }).click()
    await expect(visitor.getByRole('heading', { name: says.inquirySent })).toBeVisible()
    await expect(row(page, 'Restart Rewi')).toBeVisible()
    await expectLive(page)
    complaints.length = 0
  },
)
