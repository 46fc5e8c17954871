import localFont from 'next/font/local'

const grotesk = localFont({
  src: '../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2',
  weight: '400 700',
  variable: '--font-studio',
  // If the preloaded font arrives too late for the first paint, the page keeps the fallback font, so that it
  // does not shift.
  display: 'optional',
  adjustFontFallback: false, // typeface.css has a better one
})

// The font for macrons (Māori names) and other accents. Only pages that show such a letter fetch it.
const groteskExt = localFont({
  src: '../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-ext-wght-normal.woff2',
  weight: '400 700',
  variable: '--font-studio-ext',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB' }],
})

/**
 * The class names for `<html>`. They set the CSS variables from which typeface.css builds the font family.
 */
export const fontVariables = `${grotesk.variable} ${groteskExt.variable}`
