'use client'

import rest from '../(site)/rest.built.css?url'
import { useEffect, useRef, useState } from 'react'
import { WAIT_FOR_STYLES } from '@/lib/http/wait-for-styles'

/** True once the document keeps the file. */
let isKept = false

/**
 * In a file, so that a browser shows what stands above without waiting for it. Once the page runs, the
 * document keeps a copy of the link, so that the next page and the next step have it.
 */
export function RestStyles() {
  const [isFirst] = useState(() => !isKept)
  const link = useRef<HTMLLinkElement>(null)
  useEffect(() => {
    // Not by `preinit`, because React would take this link for its own, and it goes with its page. At the end,
    // because after a stylesheet between others the browser chooses the fonts again, and words move.
    if (!isKept && link.current) document.body.append(link.current.cloneNode())
    isKept = true
  }, [])
  if (!isFirst) return null
  return (
    <>
      <link ref={link} rel="stylesheet" href={rest} />
      <script dangerouslySetInnerHTML={{ __html: WAIT_FOR_STYLES }} />
    </>
  )
}
