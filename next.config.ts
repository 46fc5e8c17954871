import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_SERVER } from 'next/constants'
import { previousSiteSecret, requireBackend, siteSecret, trustedProxies } from './lib/env'
import { paths, secretPaths } from './lib/paths'
import { readMail } from './lib/mail/config'
import { contentSecurityPolicy } from './lib/site/csp'

// Stops Next's telemetry, and its notice on the first build (https://nextjs.org/telemetry).
process.env.NEXT_TELEMETRY_DISABLED ??= '1'

const everywhere = '/:path*'
/** All paths except the build's scripts, styles and fonts, which need no page's policies. */
const pages = '/((?!_next/static/).*)'

/**
 * The files of the process that reads a founder's calendar. Next finds its script, but not the script's
 * imports.
 */
const calendarReader = [
  './scripts/read-calendar/*',
  './node_modules/{ical.js,rrule-temporal,windows-iana}/package.json',
  './node_modules/{ical.js,rrule-temporal,windows-iana}/dist/*.js',
]

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The pictures are already AVIF files; /_next/image is closed (docs/decisions/public-pages.md).
  images: { unoptimized: true },
  turbopack: { root: import.meta.dirname },
  outputFileTracingIncludes: { '/admin/settings': calendarReader, '/api/tasks': calendarReader },
  experimental: {
    // The longest message is 5,000 characters, 20 KB at most.
    serverActions: { bodySizeLimit: '64kb' },
    // Next keeps this much of each post that passes the middleware. It is larger than the limit of actions,
    // so that actions reject a post cut off here.
    proxyClientMaxBodySize: '256kb',
  },
  // Browsers that do not read app/icon.svg request this by themselves.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icons/32.png' }],
  // The Content-Security-Policy differs from page to page (lib/site/csp.ts). The one below is for prerendered
  // pages whose own policy the host may drop: docs/decisions/public-pages.md.
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
    // The drawings of public/. A browser requests them again only once an hour, and then by their ETag.
    {
      source: '/:drawing(chart|logo|tools|water).svg',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=3600' }],
    },
    // Next decides on compression by a type set here; a route handler sets its type too late.
    { source: '/api/slots', headers: [{ key: 'Content-Type', value: 'application/json' }] },
    // The URL alone opens the booking or offer, so it must not leak. Not no-referrer: native posts would then
    // come from no origin, which Next refuses.
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

/** Stops a misconfigured server at its start, with one sentence. */
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
