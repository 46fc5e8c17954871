import { expect, test } from 'vitest'
import { scriptsAfterPaint } from '@/lib/answers/scripts-after-paint'

test('scripts are fetched early and wait in a template, whose opener may run under the page’s nonce', () => {
  const html =
    '<head><link rel="preload" as="script" fetchPriority="low" href="/b.js"/><script src="/a.js" async="" nonce="n"></script>' +
    '<script src="/old.js" noModule=""></script></head><body><script nonce="n">go()</script><script src="/b.js" nonce="n" async=""></script></body>'
  const page = scriptsAfterPaint(html)
  expect(page).toContain(
    '<link rel="preload" as="script" fetchPriority="low" href="/a.js"/>' +
      '<link rel="preload" as="script" fetchPriority="low" href="/b.js"/>' +
      '<template><script src="/a.js" async="" nonce="n"></script><script src="/b.js" nonce="n" async=""></script></template><script nonce="n">{',
  )
  expect(page.match(/\/[ab]\.js/g)).toHaveLength(4)
  expect(page).toContain('<script src="/old.js" noModule=""></script>')
  expect(page).toContain('<body><script nonce="n">go()</script></body>')
})

test('a page whose scripts are loaded in another way is refused, so that a build of it fails', () => {
  expect(() => scriptsAfterPaint('<head><script src="/a.js" defer=""></script></head>')).toThrow(
    'no async script',
  )
})
