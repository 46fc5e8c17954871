import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { site, studio } from '@/lib/content/site'
import { themeColors } from '@/lib/theme-colors'
import './globals.css'

const grotesk = localFont({
  src: '../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  weight: '400 700',
  variable: '--font-studio',
  display: 'optional', // preloaded, the first paint waits for it a moment; the page is not laid out anew when it comes later
  adjustFontFallback: false, // typeface.css has a closer one
})

// Macrons (Māori names) and other accents; fetched only by a page that shows one.
const groteskExt = localFont({
  src: '../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-ext-wght-normal.woff2',
  weight: '400 700',
  variable: '--font-studio-ext',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB' }],
})

/** What no page says otherwise. Not to be found is the rule; the public pages opt in with `pageMetadata`. */
export const metadata: Metadata = {
  metadataBase: new URL(site.url),
  title: site.name,
  robots: { index: false },
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: themeColors.light },
    { media: '(prefers-color-scheme: dark)', color: themeColors.dark },
  ],
}

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang={studio.language} className={`${grotesk.variable} ${groteskExt.variable}`}>
      <body className="antialiased">{children}</body>
    </html>
  )
}
