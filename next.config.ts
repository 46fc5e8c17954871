import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_SERVER } from 'next/constants'
import { previousSiteSecret, requireBackend, siteSecret, trustedProxies } from './lib/env'
import { paths, secretPaths } from './lib/paths'
import { readMail } from './lib/mail/config'
import { contentSecurityPolicy } from './lib/http/csp'

// Turns off Next's telemetry and the notice about it on the first build (https://nextjs.org/telemetry).
process.env.NEXT_TELEMETRY_DISABLED ??= '1'

const everywhere = '/:path*'
/** All paths except scripts, styles and fonts of the build, which need no page's headers. */
const pages = '/((?!_next/static/).*)'

/**
 * The files of the child process that reads a founder's calendar. Next finds its script, but not the files that
 * the script imports.
 */
const calendarReader = [
  './scripts/read-calendar/*',
  './node_modules/{ical.js,rrule-temporal,windows-iana}/package.json',
  './node_modules/{ical.js,rrule-temporal,windows-iana}/dist/*.js',
]

const config: NextConfig = {
  poweredByHeader: false,
  // A constant of the build: only that of `npm run demo` has the line of the root layout.
  env: { STUDIO_DEMO: process.env.STUDIO_DEMO ?? '' },
  reactStrictMode: true,
  // The pictures are AVIF files already, so the site needs no /_next/image (docs/decisions/public-pages.md).
  images: { unoptimized: true },
  turbopack: {
    root: import.meta.dirname,
    rules: {
      // The first styles of a page (scripts/styles.ts).
      '*.built.txt': { type: 'text' },
      // The URL of a copy with a hash in its name.
      '*': { condition: { query: '?url' }, type: 'asset' },
    },
  },
  outputFileTracingIncludes: { '/admin/settings': calendarReader, '/api/tasks': calendarReader },
  experimental: {
    // The longest form field is a message of 5,000 characters: at most 20 KB.
    serverActions: { bodySizeLimit: '64kb' },
    // After the middleware, Next cuts off the body of a post at this size. The size exceeds bodySizeLimit, so a
    // server action rejects a cut-off body as too large.
    proxyClientMaxBodySize: '256kb',
  },
  // Browsers that ignore app/icon.svg request /favicon.ico by themselves.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icons/32.png' }],
  // Addresses of 1.0.0, which pages that are still open ask for. They go in 1.2.0.
  redirects: async () => [
    { source: '/admin/told', destination: paths.untold, permanent: false },
    { source: '/admin/read/free-times', destination: `${paths.admin}/free-times`, permanent: false },
  ],
  // Each page sets its own Content-Security-Policy (lib/http/csp.ts). The policy below is for two prerendered
  // pages, because Vercel may drop the policy that they set: docs/decisions/public-pages.md.
  headers: async () => [
    {
      source: everywhere,
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
      ],
    },
    {
      source: pages,
      headers: [
        { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
        { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
        { key: 'X-Frame-Options', value: 'DENY' },
      ],
    },
    ...(process.env.VERCEL
      ? [paths.home, paths.about].map((source) => ({
          source,
          headers: [{ key: 'Content-Security-Policy', value: contentSecurityPolicy(['unsafe-inline']) }],
        }))
      : []),
    // The drawings and pictures in public/, and the icon: a browser keeps one for an hour.
    ...['/:drawing(chart|logo|tools|water|icon).svg', '/portfolio/:picture'].map((source) => ({
      source,
      headers: [{ key: 'Cache-Control', value: 'public, max-age=3600' }],
    })),
    // Next compresses the responses because of this Content-Type; a route handler would set the type too late.
    { source: '/api/slots/:path(next)?', headers: [{ key: 'Content-Type', value: 'application/json' }] },
    // The URL alone opens the booking or offer, so the Referer has no path. `no-referrer` would also empty the
    // Origin of a native form post, and Next refuses such a post.
    ...secretPaths.map((prefix) => ({
      source: `${prefix}/:path*`,
      headers: [
        { key: 'Referrer-Policy', value: 'strict-origin' },
        { key: 'X-Robots-Tag', value: 'noindex' },
      ],
    })),
    {
      source: pages,
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https.*' }],
      headers: [{ key: 'Strict-Transport-Security', value: 'max-age=63072000; includeSubDomains' }],
    },
  ],
}

/** Stops the starting server with one sentence if an environment variable is wrong. */
function checkEnvironment() {
  try {
    requireBackend()
    trustedProxies()
    siteSecret()
    previousSiteSecret()
    readMail()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

export default function nextConfig(phase: string): NextConfig {
  if (phase === PHASE_PRODUCTION_SERVER) checkEnvironment()
  return config
}
