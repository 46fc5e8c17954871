import { hashSource } from './csp'

/**
 * Next's loader retries a script once. On the second failure React would replace the page by an error page, so this
 * script hides that failure from the loader. It ignores scripts that are not in the HTML.
 */
export const KEEP_PAGE =
  "{let f=new Set;addEventListener('error',e=>{let s=e.target;if(s.tagName=='SCRIPT')f.has(s.src)?e.stopImmediatePropagation():s.hasAttribute('async')&&f.add(s.src)},true)}"

export const keepPageSource = hashSource(KEEP_PAGE)
