/** A page's stylesheets in the page, so that the first paint waits for one answer and not for two in turn. See docs/decisions/styles-in-the-page.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const styleLink = /<link (?=rel="stylesheet" href="(?<path>[^"]+)")/g
/** A font that is to be preloaded, as Next names it. */
const preloadedFont = /url\(([^)]+\.p\.[^)]+\.woff2)\)/g

/** The page with its stylesheets, which lie in the build (`.next`), in it. Throws when it links one in another way than we know. */
export function inlineStyles(html: string, buildDir: string): string {
  if (html.split('rel="stylesheet"').length - 1 !== [...html.matchAll(styleLink)].length)
    throw new Error('A page links a stylesheet in a way we do not know: has Next changed how it does that?')
  const styled = html.replaceAll(styleLink, (link, path: string) => {
    const css = readFileSync(join(buildDir, path.replace('/_next/', '')), 'utf8')
    // React looks for the link when it takes the page over, and would fetch the stylesheet if it were gone.
    return `<style>${standAlone(css, path)}</style>${link}disabled="" `
  })
  return styled.includes('as="font"') ? styled : withFonts(styled)
}

/** Next preloads no font for the 404 page, which then would be painted without the typeface. */
function withFonts(html: string): string {
  const links = [...html.matchAll(preloadedFont)].map(
    ([, path]) => `<link rel="preload" href="${path}" as="font" crossorigin="" type="font/woff2"/>`,
  )
  return html.replace('<style>', () => `${links.join('')}<style>`)
}

/** The text of a stylesheet with the addresses that are relative to its own made absolute. */
function standAlone(css: string, path: string): string {
  return css.replaceAll(
    /url\((\.[^)]+)\)/g,
    (_, url: string) => `url(${new URL(url, `http://site${path}`).pathname})`,
  )
}
