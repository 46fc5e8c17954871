const script = /<script src="(?<path>[^"]+)"(?=[^>]* async="")[^>]*><\/script>/g
const preload = /<link rel="preload" as="script"[^>]*>/g

/** Runs in the page, right after the template. In a tab that is opened behind another, nothing is painted until it is looked at. */
const open =
  '{const{content}=document.currentScript.previousElementSibling,open=()=>document.head.append(content);' +
  'new PerformanceObserver(open).observe({type:"paint",buffered:true});setTimeout(open,3000)}'

/**
 * A page of Next's with its async scripts fetched early, but in a template that is opened by the first paint, or after three seconds
 * (docs/decisions/scripts-after-paint.md). Throws when it has none.
 */
export function scriptsAfterPaint(html: string): string {
  const scripts = [...html.matchAll(script)]
  const [first] = scripts
  if (!first) throw new Error('A page has no async script: has Next changed how it loads its scripts?')
  const [nonce = ''] = / nonce="[^"]+"/.exec(first[0]) ?? []
  const early = scripts.map(
    ({ groups }) => `<link rel="preload" as="script" fetchPriority="low" href="${groups?.path}"/>`,
  )
  const late = `<template>${scripts.map(([tag]) => tag).join('')}</template><script${nonce}>${open}</script>`
  return html
    .replaceAll(preload, '')
    .replaceAll(script, '')
    .replace('</head>', () => early.join('') + late + '</head>')
}
