'use client'

import { useEffect } from 'react'

/** Shows the number of requests to answer in the tab's title. */
export function TabTitle({ count }: { count: number }) {
  useEffect(() => {
    const writeTitle = () => {
      const title = document.title.replace(/^\(\d+\) /, '')
      const wanted = count > 0 ? `(${count}) ${title}` : title
      if (document.title !== wanted) document.title = wanted
    }
    writeTitle()
    // Next may write its own title later, when it streams the metadata.
    const observer = new MutationObserver(writeTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
  return null
}
