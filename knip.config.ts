import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.ts',
    'supabase/local/start.ts',
    'tests/e2e/global-setup.ts',
    'tests/clock.mjs',
    'tests/server-only.ts',
  ],
  // Named by path, in next/font/local and in the sharing images.
  ignoreDependencies: ['@fontsource-variable/familjen-grotesk', '@fontsource/familjen-grotesk'],
  ignoreExportsUsedInFile: true,
}

export default config
