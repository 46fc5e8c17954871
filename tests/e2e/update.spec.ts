import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { hasNginx, startNginx } from '@/scripts/bench/nginx'
import { root } from '@/scripts/processes'
import { freeTimes, postBooking, readFormPage } from '../native-form'
import { canUpdate, serverOfYourOwn } from '../server-of-your-own'
import { book, chooseAction, raiseCaps, row } from './admin'
import { fillIn, next, says, stored } from './booking'
import { expect, signIn, test } from './fixtures'
import { linkOf } from './manage'

test.use({ studioOptions: { file: import.meta.url, sql: raiseCaps } })

/** The scripts of these files differ from build to build. */
const changed = [
  'app/(site)/booking/_components/booking-form.tsx',
  'app/(site)/booking/manage/_components/manage-call.tsx',
  'app/admin/_components/live.tsx',
]

/**
 * Requests pages one after the other until stopped, as a visitor without a browser. Returns
 * the count and the faults.
 */
function askConstantly(url: string) {
  const failures: string[] = []
  let asked = 0
  let stopped = false
  const ask = (path: string) =>
    new Promise<void>((resolve) => {
      const failed = (why: unknown) => resolve(void failures.push(`${path} ${String(why)}`))
      get(url, { path, agent: false, localAddress: '127.0.0.2' }, (response) => {
        response.on('error', failed)
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve()
          else failed(response.statusCode)
        })
      }).on('error', failed)
    })
  const done = (async () => {
    while (!stopped)
      for (const path of [`/booking?n=${asked}`, `/about?n=${asked}`, '/booking/manage/unknown']) {
        await ask(path)
        asked++
      }
  })()
  return async () => {
    stopped = true
    await done
    return { asked, failures }
  }
}

const files = (args: string) =>
  execFileSync('git', ['ls-files', ...args.split(' ')], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')

test(
  'three updates while people use the site lose no entry, and no script is missing',
  { tag: '@soak' },
  async ({ studio, otherBrowser, complaints }) => {
    test.skip(!canUpdate || !hasNginx())
    const server = await serverOfYourOwn(
      {
        SUPABASE_URL: studio.proxy.url,
        SUPABASE_PUBLISHABLE_KEY: studio.publishableKey,
        SITE_SECRET: studio.siteSecret,
      },
      `cp -al ${root}/node_modules node_modules && npm run build`,
      // Only the owner of these files (root, if root installed them) may create hard links to them.
      { processes: 2, builder: 'root' },
    )
    let nginx: Awaited<ReturnType<typeof startNginx>> | undefined
    try {
      const project = Object.fromEntries(
        files('--cached --others --exclude-standard').map((file) => [file, readFileSync(join(root, file))]),
      )
      const version = (n: number) =>
        Object.fromEntries(
          changed.map((file) => [
            file,
            `${String(project[file])}\n;(globalThis as { version?: number }).version = ${n}\n`,
          ]),
        )
      server.commit({ ...project, ...version(0) })
      const first = await server.update()
      expect(first.code, first.output).toBe(0)

      nginx = await startNginx(...server.urls)
      const { url } = nginx
      const [visitor, admin, customer] = [
        await otherBrowser({ baseURL: url }),
        await otherBrowser({ baseURL: url }),
        await otherBrowser({ baseURL: url }),
      ]
      const missing: string[] = []
      for (const page of [visitor, admin, customer])
        page.on('response', (response) => {
          if (response.url().includes('/_next/') && response.status() >= 400) missing.push(response.url())
        })
      await signIn(admin, studio.people.admin)

      const builds = new Set<string>()
      for (let n = 1; n <= 3; n++) {
        const [guest, caller] = [`Guest ${n}`, `Caller ${n}`]
        const { id } = await book(studio, { name: caller, date: `2027-02-0${n}` })
        await visitor.goto(`/booking?date=2027-03-0${n}`)
        await visitor.getByRole('radio').first().check()
        await next(visitor).click()
        await fillIn(visitor, { name: guest, email: `guest${n}@example.com`, message: 'Written before' })
        await customer.goto(linkOf(studio, id))
        await customer.locator('summary', { hasText: 'Cancel the call' }).click()
        await customer.getByLabel('What made you change your mind?').fill('A fair wind')
        if (n === 1) await admin.goto('/admin?view=all') // stays open through all three
        await expect(row(admin, caller)).toBeVisible()
        const form = await readFormPage(url)
        const build = join(server.base, 'current/.next')
        builds.add(readFileSync(join(build, 'BUILD_ID'), 'utf8'))
        const scripts = readdirSync(join(build, 'static'), { recursive: true, encoding: 'utf8' })

        await test.step(`update ${n} keeps every script that an open page may still request`, async () => {
          server.commit(version(n))
          const stop = askConstantly(url)
          const update = await server.update()
          const { asked, failures } = await stop()
          expect(update.code, update.output).toBe(0)
          expect(asked).toBeGreaterThan(100)
          expect(failures, `of ${asked} requests during the update`).toEqual([])

          for (const script of scripts.filter((file) => /\.\w+$/.test(file)))
            expect((await fetch(`${server.url}/_next/static/${script}`)).status, script).toBe(200)
        })
        await test.step(`people with drafts from before update ${n} book, cancel and confirm after it`, async () => {
          await visitor.getByRole('button', { name: says.book }).click()
          await expect(visitor.getByRole('region', { name: says.bookingCreated })).toBeVisible()
          await customer.getByRole('button', { name: 'Cancel the call', exact: true }).click()
          // Next reloads the page after a response of another build.
          await expect(customer.getByRole('heading', { name: 'This call is cancelled' })).toBeVisible()
          await expect(row(admin, guest)).toBeVisible()
          await chooseAction(admin, guest, 'Confirm')
          await expect(row(admin, guest)).toContainText('confirmed')
          const [time = ''] = await freeTimes(url)
          const posted = { name: `Native ${n}`, email: `native${n}@example.com`, message: '', time }
          const { state } = await postBooking(url, form, { ...posted, request_id: form.requestId })
          expect(state, JSON.stringify(state)).toMatchObject({ status: 'success' })
        })

        const { bookings } = await stored(studio)
        expect(bookings).toContainEqual(
          expect.objectContaining({ name: guest, message: 'Written before', status: 'confirmed' }),
        )
        expect(bookings).toContainEqual(expect.objectContaining({ name: caller, status: 'cancelled' }))
      }
      expect(builds.size, 'builds that differ').toBe(3)
      expect(missing).toEqual([])
      for (const page of [visitor, admin, customer]) await page.context().close()
      // During the restart of one process nginx asks the other.
      expect(complaints.splice(0)).toEqual([])
    } finally {
      await nginx?.stop()
      server.close()
    }
  },
)
