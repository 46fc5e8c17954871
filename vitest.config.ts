import { defineConfig } from 'vitest/config'
import { shortLived } from './scripts/processes.ts'
import { tier } from './tests/tier.ts'

// The limit only ends a test that hangs, so a busy machine must not reach it. `npm run soak` (SOAK=1) repeats some
// tests many times.
const limit = process.env.SOAK ? 60 * 60_000 : 3 * 60_000

const folders = {
  /** Functions and components, without a server or a database. */
  unit: 'tests/unit',
  /** The migrations, as each database role, on PGlite and on a real PostgreSQL. */
  db: 'tests/db',
  /** The processes that run beside the site: updates, nginx, the watcher, the calendar reader. */
  server: 'tests/server',
  /** The embedded Supabase over HTTP and WebSocket. The quick tier leaves these tests out. */
  ...(tier === 'quick' ? {} : { local: 'supabase/local/tests' }),
}

// An object to spread into the config, because Vitest's types allow `tagsFilter` only on the command line.
const chosen = { quick: { tagsFilter: ['!full'] }, full: { tagsFilter: ['full'] }, all: {} }[tier]

export default defineConfig({
  resolve: {
    alias: { '@': import.meta.dirname, 'server-only': `${import.meta.dirname}/tests/server-only.ts` },
  },
  test: {
    maxWorkers: 2, // the default would leave one core of two idle
    setupFiles: ['tests/fail-on-console-error.ts'],
    tags: [{ name: 'full', description: 'only in the full tier' }],
    ...chosen,
    reporters: ['default', './tests/count.ts'],
    projects: Object.entries(folders).map(([name, folder]) => ({
      extends: true,
      test: {
        name,
        include: [`${folder}/**/*.test.{ts,tsx}`],
        // The set-up creates the databases (db) or the data folder (local) that the tests copy.
        globalSetup: name === 'db' || name === 'local' ? [`${folder}/setup.ts`] : [],
        isolate: false, // so a helper's module runs once for all files: hooks belong in the test files
        execArgv: shortLived,
        testTimeout: limit,
        hookTimeout: limit,
        expect: { poll: { timeout: limit / 3 } },
      },
    })),
  },
})
