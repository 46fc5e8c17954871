import { type APIRequestContext, test as base, expect, request } from '@playwright/test'
import { parseForm } from '../native-form'
import { raiseCaps, type Studio, type StudioOptions, startStudio } from '../studio'

/** Monday 23 November 2026, 9:00 am in Wellington. */
export const MONDAY = '2026-11-22T20:00:00Z'

interface Workers {
  /**
   * The studio of a file. Playwright starts a worker with a studio for each value. Starting one costs
   * more than most tests, so:
   * - A file begins with `shareStudio()`: files with the same options share a studio, and each file
   * gets fresh data.
   * - A file has its own studio, `{ file: import.meta.url }`, if it stops or fills a server, uses up
   * Auth's limits, signs out `people.admin`, or asserts on the state of a new studio. After a failed test Playwright starts a
   * new worker, and with it a new studio.
   */
  studioOptions: StudioOptions & { file: string }
  studio: Studio
  /** Cookies of the admin, who signs in once for all tests of a studio. */
  adminState: Awaited<ReturnType<APIRequestContext['storageState']>>
}

/** Playwright's test with a studio, and without a browser: `request` is a visitor. */
export const test = base.extend<object, Workers>({
  studioOptions: [{ file: 'of its own' }, { option: true, scope: 'worker' }],
  studio: [
    async ({ studioOptions }, use) => {
      const template = process.env.STUDIO_TEMPLATE
      if (!template) throw new Error('The global setup makes the template folder.')
      const studio = await startStudio(template, studioOptions)
      await use(studio)
      await studio.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  adminState: [
    async ({ studio }, use) => {
      const context = await request.newContext({ baseURL: studio.url })
      await signIn(context, studio.people.admin)
      const state = await context.storageState()
      await use(state)
      await context.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ studio }, use) => use(studio.url),
})

/** Playwright's test with a studio; `request` is an admin. */
export const adminTest = test.extend({ storageState: async ({ adminState }, use) => use(adminState) })

// Playwright compares options by identity, so equal options must be one object.
const shared = new Map<string, Workers['studioOptions']>()

/**
 * Call it at the top of a file: shares the studio with all files of the same options, and restores the
 * template's data, plus `sql`, by default without caps on submits. Tests that name dates set `now` to
 * {@link MONDAY}, so that the dates never pass.
 */
export function shareStudio({ sql = raiseCaps, ...options }: StudioOptions = {}): void {
  const key = JSON.stringify(options)
  const studioOptions = shared.get(key) ?? { file: 'shared', ...options }
  shared.set(key, studioOptions)
  test.use({ studioOptions })
  test.beforeAll(({ studio }) => studio.startAfresh(sql))
}

/** Signs in: posts the form as a browser without JavaScript does. */
export async function signIn(
  request: APIRequestContext,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const login = await request.get('/login')
  const { fields } = parseForm(await login.text())
  await request.post('/login', {
    multipart: { ...fields, email, password },
    headers: { origin: new URL(login.url()).origin },
    maxRedirects: 0,
  })
}

export { expect }
