import { defineConfig } from 'vitest/config'
import { shortLived } from './scripts/processes'

// unit: pure functions. db: SQL by role, on PGlite and a real PostgreSQL. local: the embedded Supabase, over the wire.
// `npm run soak` runs the same tests with the full numbers.
const minute = process.env.SOAK ? 60 * 60_000 : 60_000

export default defineConfig({
  resolve: {
    alias: { '@': import.meta.dirname, 'server-only': `${import.meta.dirname}/tests/server-only.ts` },
  },
  test: {
    maxWorkers: 2, // by default one core of two would stand idle
    setupFiles: ['tests/fail-on-console-error.ts'],
    projects: ['unit', 'db', 'local'].map((name) => ({
      extends: true,
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`, `tests/${name}/**/*.test.tsx`],
        // The database tests share one database of each kind per worker; every test rolls back what it did.
        globalSetup: name === 'unit' ? [] : [`tests/${name}/setup.ts`],
        isolate: false, // so a helper's module runs once for all files: hooks belong in the test files
        execArgv: shortLived,
        testTimeout: minute / 2,
        hookTimeout: minute,
      },
    })),
  },
})
