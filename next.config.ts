import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: { root: import.meta.dirname },
  // One script a part of the page instead of one a module group: / asks for 6 scripts instead of 9, and 2.6 KB less.
  experimental: { turbopackChunking: { minChunkSize: 2_000_000, maxMergeChunkSize: 2_000_000 } },
}

export default config
