import type { Metadata, Viewport } from 'next'
import { site, studio } from '@/lib/content/site'
import { themeColors } from '@/lib/site/theme-colors'
import { fontVariables } from './fonts'
import './styles/theme.css'
import './(site)/site.css'

/**
 * The default for pages without their own. Search engines do not index them: public pages opt in with
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

/** The document. One stylesheet has the styles of all public pages; the admin adds its own. */
export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang={studio.language} className={fontVariables} data-scroll-behavior="smooth">
      <body className="antialiased">{children}</body>
    </html>
  )
}
