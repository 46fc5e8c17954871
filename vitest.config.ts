import { defineConfig } from 'vitest/config'
import { shortLived } from './scripts/processes.ts'
import { tier } from './tests/tier.ts'

// `npm run soak` runs the same tests with the full numbers.
const minute = process.env.SOAK ? 60 * 60_000 : 60_000

const folders = {
  /** Pure functions. */
  unit: 'tests/unit',
  /** The migrations, by role, on PGlite and on a real PostgreSQL. */
  db: 'tests/db',
  /** The processes beside the site on its server: updates, nginx, the watcher, the calendar reader. */
  server: 'tests/server',
  /** The embedded Supabase, over HTTP and WebSocket: only in the full tier. */
  ...(tier === 'quick' ? {} : { local: 'supabase/local/tests' }),
}

// A spread object, because Vitest's types have `tagsFilter` only for the command line.
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
        // The database tests share one database of each kind per worker; every test rolls back its changes.
        globalSetup: name === 'db' || name === 'local' ? [`${folder}/setup.ts`] : [],
        isolate: false, // so a helper's module runs once for all files: hooks belong in the test files
        execArgv: shortLived,
        testTimeout: minute / 2,
        hookTimeout: minute,
      },
    })),
  },
})
