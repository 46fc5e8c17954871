import localFont from 'next/font/local'
import './globals.css'

const studio = localFont({
  src: '../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  weight: '400 700',
  variable: '--font-studio',
})

// Macrons (Māori names) and other accents; fetched only by a page that shows one.
const studioExt = localFont({
  src: '../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-ext-wght-normal.woff2',
  weight: '400 700',
  variable: '--font-studio-ext',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB' }],
})

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en-NZ" className={`${studio.variable} ${studioExt.variable}`}>
      <body className="antialiased">{children}</body>
    </html>
  )
}
