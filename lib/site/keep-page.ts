import { hashSource } from './csp'

/**
 * A script in every page's HTML that keeps the rendered page when one of its scripts fails to load. Next's
 * loader retries such a script once. This script hides the second failure from the loader, because React
 * would then replace the page with an error page. The server's page stays, and its links and forms work. It
 * ignores scripts that the HTML does not name.
 */
export const KEEP_PAGE =
  "{let f=new Set;addEventListener('error',e=>{let s=e.target;if(s.tagName=='SCRIPT')f.has(s.src)?e.stopImmediatePropagation():s.hasAttribute('async')&&f.add(s.src)},true)}"

export const keepPageSource = hashSource(KEEP_PAGE)
