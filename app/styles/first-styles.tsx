'use client' // so that a page contains the text once, in its HTML

import about from '../(site)/about/first.built.txt'
import booking from '../(site)/booking/first.built.txt'
import landing from '../(site)/first.built.txt'
import start from '../(site)/start/first.built.txt'
import { fontFaces } from './fonts'
import every from './first.built.txt'

const styles = { every: fontFaces + every, landing, about, booking, start }

/**
 * The styles of a first screen, in the page's HTML, for its first paint. A page that opens without a new
 * document has `RestStyles` instead; so the scripts do not contain them.
 */
export function FirstStyles({ of }: { of: keyof typeof styles }) {
  if (typeof window !== 'undefined') return null
  return (
    <style href={of} precedence="first">
      {styles[of]}
    </style>
  )
}
