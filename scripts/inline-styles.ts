/**
 * Puts the stylesheets of each prerendered page into the page after `next build`, so that the first paint waits for one answer and not
 * for two in turn. See docs/decisions/styles-in-the-page.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const styleLink = /<link (?=rel="stylesheet" href="(?<path>[^"]+)")/g

/** Rewrites the prerendered pages of a build (`.next`). Throws when Next's format is not the one we know. */
export function inlineStyles(buildDir: string): void {
  const pages = join(buildDir, 'server/app')
  let links = 0
  for (const page of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
    if (!page.endsWith('.html')) continue
    const html = readFileSync(join(pages, page), 'utf8').replaceAll(styleLink, (link, path: string) => {
      links++
      const css = readFileSync(join(buildDir, path.replace('/_next/', '')), 'utf8')
      // React looks for the link when it takes the page over, and would fetch the stylesheet if it were gone.
      return `<style>${standAlone(css, path)}</style>${link}disabled="" `
    })
    writeFileSync(join(pages, page), html)
  }
  if (links === 0)
    throw new Error(`No page in ${pages} links a stylesheet: has Next changed how it does that?`)
}

/** The text of a stylesheet with the addresses that are relative to its own made absolute. */
function standAlone(css: string, path: string): string {
  return css.replaceAll(
    /url\((\.[^)]+)\)/g,
    (_, url: string) => `url(${new URL(url, `http://site${path}`).pathname})`,
  )
}
