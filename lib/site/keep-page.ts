import { hashSource } from './csp'

/**
 * A script for a page's HTML. When one of the page's own scripts could not be loaded, Next's loader
 * asks for it once more by itself. This hides from it that the second try failed too: the page stays
 * as the server has rendered it, and its links and forms work, where React would replace it by an
 * error page. Scripts that the HTML does not name, which are loaded later, are not its concern.
 */
export const KEEP_PAGE =
  "{let f=new Set;addEventListener('error',e=>{let s=e.target;if(s.tagName=='SCRIPT')f.has(s.src)?e.stopImmediatePropagation():s.hasAttribute('async')&&f.add(s.src)},true)}"

/** {@link KEEP_PAGE} in a Content-Security-Policy. */
export const keepPageSource = hashSource(KEEP_PAGE)
