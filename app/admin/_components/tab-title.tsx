'use client'

import { useEffect } from 'react'

/** Says in the tab's title how many requests wait for an answer. */
export function TabTitle({ count }: { count: number }) {
  useEffect(() => {
    const writeTitle = () => {
      const title = document.title.replace(/^\(\d+\) /, '')
      const wanted = count > 0 ? `(${count}) ${title}` : title
      if (document.title !== wanted) document.title = wanted
    }
    writeTitle()
    // Next writes its own when it has streamed the page's metadata, which may come after this.
    const observer = new MutationObserver(writeTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
  return null
}
