import { FOLDS } from '@/app/admin/_components/folds'
import { type APIRequestContext, test as base, expect, request } from '@playwright/test'
import { parseForm } from '../native-form'
import { raiseCaps, type Studio, type StudioOptions, startStudio } from '../studio'

/** Monday 23 November 2026, 9:00 am in Wellington. */
export const MONDAY = '2026-11-22T20:00:00Z'

interface Workers {
  /**
   * Which studio a file gets; Playwright starts one for each value, in a worker of its own.
   * Starting one costs more than most tests do, so:
   * - A file begins with `shareStudio()`: those that give it the same options use one, and each
   * finds fresh data.
   * - A file that stops or fills a server, signs this admin out, not one of its own, or asserts on
   * what only a new studio does has its own: `{ file: import.meta.url }`. After a failed test
   * Playwright starts a new worker, and with it a new studio.
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
    { scope: 'worker', timeout: 60_000 },
  ],
  adminState: [
    async ({ studio }, use) => {
      const context = await request.newContext({ baseURL: studio.url })
      await signIn(context, studio.people.admin)
      const state = await context.storageState()
      await use({ ...state, cookies: [...state.cookies, ...openHours(studio.url)] })
      await context.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ studio }, use) => use(studio.url),
})

/** The same whose `request` is an admin's. */
export const adminTest = test.extend({ storageState: async ({ adminState }, use) => use(adminState) })

/** The cookies with which the sections of hours are open, as who works with them has them. */
export const openHours = (url: string) =>
  FOLDS.map((id) => ({
    ...{ name: `fold-${id}`, value: 'open', domain: new URL(url).hostname, path: '/admin', expires: -1 },
    ...{ httpOnly: false, secure: false, sameSite: 'Lax' as const },
  }))

// Playwright takes options for the same only when they are the same object.
const shared = new Map<string, Workers['studioOptions']>()

/**
 * For the top of a file: it uses the studio of all files that give the same options, and finds the
 * data as they were at the beginning, but for what its `sql` adds: no cap on submits, unless it
 * says otherwise. Where a test names dates it is {@link MONDAY}, so that they never pass.
 */
export function shareStudio({ sql = raiseCaps, ...options }: StudioOptions = {}): void {
  const key = JSON.stringify(options)
  const studioOptions = shared.get(key) ?? { file: 'shared', ...options }
  shared.set(key, studioOptions)
  test.use({ studioOptions })
  test.beforeAll(({ studio }) => studio.startAfresh(sql))
}

/** Signs in, by posting the form as a browser without JavaScript does. */
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
