import { place } from '@/lib/content/place'
import type { Metadata, Viewport } from 'next'
import { site } from '@/lib/content/site'
import { themeColors } from '@/lib/site/theme-colors'
import { fontVariables } from './fonts'
import './styles/theme.css'
import './(site)/site.css'

/**
 * The metadata of pages that set none. Search engines do not index such pages: public pages opt in with
 * `pageMetadata`.
 */
export const metadata: Metadata = {
  metadataBase: new URL(site.url),
  title: site.name,
  robots: { index: false },
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: themeColors.light.background },
    { media: '(prefers-color-scheme: dark)', color: themeColors.dark.background },
  ],
}

/** The HTML document. `site.css` has the styles of all public pages; the admin adds its own. */
export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang={place.locale} className={fontVariables} data-scroll-behavior="smooth">
      <body className="antialiased">
        {children}
        {/* oxlint-disable-next-line nextjs/no-css-tags -- Next would add it to the stylesheet that pages wait for */}
        <link rel="stylesheet" href="/print.css" media="print" />
      </body>
    </html>
  )
}
