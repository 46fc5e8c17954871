import { place } from '@/lib/content/place'
import type { Metadata, Viewport } from 'next'
import { site } from '@/lib/content/studio'
import { themeColors } from '@/lib/http/theme-colors'
import { FirstStyles } from './styles/first-styles'
import { preloadTypeface } from './styles/fonts'

/** Search engines index no page by default: public pages opt in with `pageMetadata`. */
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

// A style of its own, so that the stylesheets of a real site have no rule for it.
const demoLine = {
  padding: '2px 8px',
  fontSize: 12,
  textAlign: 'center',
  background: '#000',
  color: '#fff',
} as const

export default function RootLayout({ children }: { children: React.ReactNode }) {
  preloadTypeface()
  return (
    <html lang={place.locale} data-scroll-behavior="smooth">
      <body>
        <FirstStyles of="every" />
        {process.env.STUDIO_DEMO && (
          <p style={demoLine}>A demo: this studio, its people and their requests are made up.</p>
        )}
        {children}
      </body>
    </html>
  )
}
