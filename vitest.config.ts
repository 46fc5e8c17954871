import { defineConfig } from 'vitest/config'

// unit: pure functions. db: SQL by role, on PGlite and a real PostgreSQL. local: the embedded Supabase, over the wire.
export default defineConfig({
  resolve: {
    alias: { '@': import.meta.dirname, 'server-only': `${import.meta.dirname}/tests/server-only.ts` },
  },
  test: {
    setupFiles: ['tests/fail-on-console-error.ts'],
    projects: ['unit', 'db', 'local'].map((name) => ({
      extends: true,
      test: {
        name,
        include: [`tests/${name}/**/*.test.ts`, `tests/${name}/**/*.test.tsx`],
        // The database tests share one database of each kind per worker; every test rolls back what it did.
        globalSetup: name === 'db' ? ['tests/db/setup.ts'] : [],
        isolate: name !== 'db',
        testTimeout: 30_000,
        hookTimeout: 60_000,
      },
    })),
  },
})
