import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.ts',
    'supabase/local/start.ts',
    'tests/e2e/global-setup.ts',
    'tests/clock.mjs',
    'tests/server-only.ts',
  ],
  ignoreExportsUsedInFile: true,
}

export default config
