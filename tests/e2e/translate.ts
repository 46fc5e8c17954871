import type { Page } from '@playwright/test'

/**
 * Translates this page as Chrome does, until the next document: replaces each text, also one that appears
 * or changes later, with a copy in two `<font>` elements. The copies keep the words, so that a stale text
 * is visible.
 */
export async function translate(page: Page): Promise<void> {
  // Chrome translates a loaded page, so hydration is over.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const untouched = 'script, style, textarea, option, title, svg, font'
    function wrap(text: Node) {
      const parent = text.parentElement
      if (!parent || parent.closest(untouched)) return
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      inner.textContent = text.nodeValue
      parent.replaceChild(outer, text)
    }
    function wrapAll(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(wrap)
    }
    wrapAll(document.body)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target.nodeType === Node.TEXT_NODE) wrap(target)
        for (const node of addedNodes) {
          if (node.nodeType === Node.TEXT_NODE) wrap(node)
          else wrapAll(node)
        }
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}
