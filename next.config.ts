import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_SERVER } from 'next/constants'
import { requireBackend, siteSecret, trustedProxies } from './lib/env'

const everywhere = '/:path*'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true }, // nothing here uses the optimizer, and an address of it can be broken into a 500
  typescript: { ignoreBuildErrors: true }, // `npm run check` looks at the types; a build does not do it again
  turbopack: {
    root: import.meta.dirname,
    // Formatting for every language and zone, of which the calendar needs a few patterns.
    resolveAlias: Object.fromEntries(
      ['date-fns/format', 'date-fns/locale/en-US', '@date-fns/tz'].map((part) => [
        part,
        './lib/day-picker-parts.ts',
      ]),
    ),
  },
  // One script a part of the page instead of one a module group: / asks for 6 scripts instead of 9, and 2.6 KB less.
  experimental: {
    globalNotFound: true,
    turbopackChunking: { minChunkSize: 2_000_000, maxMergeChunkSize: 2_000_000 },
  },
  // The Content-Security-Policy is not here: it differs from page to page (lib/csp.ts).
  headers: async () => [
    {
      source: everywhere,
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
        { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
        { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
        { key: 'X-Frame-Options', value: 'DENY' },
      ],
    },
    {
      source: everywhere,
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https.*' }],
      headers: [{ key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' }],
    },
  ],
}

/** Stops a server that could never work, with one sentence, before it takes its first visitor. */
function checkEnvironment() {
  try {
    requireBackend()
    trustedProxies()
    siteSecret()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

export default function nextConfig(phase: string): NextConfig {
  if (phase === PHASE_PRODUCTION_SERVER) checkEnvironment()
  return config
}
