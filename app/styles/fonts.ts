import latin from '@/node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?url'
import accents from '@/node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-ext-wght-normal.woff2?url'
import { preload } from 'react-dom'

/**
 * The second font has macrons (Māori names) and other accents; only pages with such a letter fetch it.
 * `optional`: a font that arrives too late for the first paint does not shift the page.
 */
export const fontFaces = [
  `@font-face{font-family:Studio;font-weight:400 700;font-display:optional;src:url(${latin})format("woff2")}`,
  `@font-face{font-family:Studio accents;font-weight:400 700;font-display:swap;src:url(${accents})format("woff2");unicode-range:U+100-2BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB}`,
].join('')

export function preloadTypeface(): void {
  preload(latin, { as: 'font', type: 'font/woff2', crossOrigin: '' })
}
