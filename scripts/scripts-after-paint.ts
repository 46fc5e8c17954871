/**
 * A page's scripts fetched early, but run only when the page has been painted. See docs/decisions/scripts-after-paint.md.
 */

const script = /<script src="(?<path>[^"]+)" async=""><\/script>/g
const preload = /<link rel="preload" as="script"[^>]*>/g

/** Runs in the page, right after the template. In a tab that is opened behind another, nothing is painted until it is looked at. */
const open =
  '{const{content}=document.currentScript.previousElementSibling,open=()=>document.head.append(content);' +
  'new PerformanceObserver(open).observe({type:"paint",buffered:true});setTimeout(open,3000)}'

/** The page with its async scripts in a template that is opened by the first paint, or after three seconds. Throws when it has none. */
export function scriptsAfterPaint(html: string): string {
  const scripts = [...html.matchAll(script)]
  if (scripts.length === 0)
    throw new Error('A page has no async script: has Next changed how it loads its scripts?')
  const early = scripts.map(
    ({ groups }) => `<link rel="preload" as="script" fetchPriority="low" href="${groups?.path}"/>`,
  )
  const late = `<template>${scripts.map(([tag]) => tag).join('')}</template><script>${open}</script>`
  return html
    .replaceAll(preload, '')
    .replaceAll(script, '')
    .replace('</head>', () => early.join('') + late + '</head>')
}
