'use client'

import rest from '../(site)/rest.built.css?url'
import { useEffect, useState } from 'react'
import { preinit } from 'react-dom'
import { WAIT_FOR_STYLES } from '@/lib/site/wait-for-styles'

/** True once a page of this document has the file. */
let isHere = false

/**
 * The styles of everything below this place, in a file: a browser shows what stands above without waiting for it.
 * Once the page runs, the file belongs to the document, so that the next page in the same document has it.
 */
export function RestStyles() {
  const [isFirst] = useState(() => !isHere)
  useEffect(() => {
    isHere = true
    preinit(rest, { as: 'style', precedence: 'rest' })
  }, [])
  if (!isFirst) return null
  return (
    <>
      <link rel="stylesheet" href={rest} />
      <script dangerouslySetInnerHTML={{ __html: WAIT_FOR_STYLES }} />
    </>
  )
}
