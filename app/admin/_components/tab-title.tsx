'use client'

import { useEffect } from 'react'

/** '(2) Admin': the number of requests to answer. */
export function TabTitle({ count }: { count: number }) {
  useEffect(() => {
    const writeTitle = () => {
      const title = document.title.replace(/^\(\d+\) /, '')
      const wanted = count > 0 ? `(${count}) ${title}` : title
      if (document.title !== wanted) document.title = wanted
    }
    writeTitle()
    // Next can overwrite the title later, when the page's metadata streams in.
    const observer = new MutationObserver(writeTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
  return null
}
