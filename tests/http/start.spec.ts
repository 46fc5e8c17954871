import { startPage } from '@/lib/content/start'
import { expect, MONDAY, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })

test('/start with an unknown query opens the plain page, which shows nothing of the query', async ({
  request,
}) => {
  const plain = await (await request.get('/start')).text()
  const size = Buffer.byteLength(plain)
  for (const query of [
    'who=team&who=people',
    'who=zebra',
    'zebra=zebra',
    'who=<img src=zebra onerror=zebra()>',
    'who=<b>zebra</b>&after="><script>zebra()</script>',
    'who[]=team&__proto__=zebra&constructor=team',
    'who=%00%ff&first=%E2%80%AEzebra',
    `who=${'zebra'.repeat(500)}`,
    Array.from({ length: 200 }, (_, index) => `q${index}=zebra`).join('&'),
  ]) {
    const response = await request.get(`/start?${query}`)
    expect(response.status(), query).toBe(200)
    const html = await response.text()
    expect(html, query).toContain(startPage.title)
    expect(html, query).toContain('index, follow')
    const shown = html.replace(/<script[\s\S]*?<\/script>/g, '')
    expect(shown, query).not.toContain('zebra')
    expect(shown, query).not.toMatch(/answers? (is|are) missing/)
    expect(Buffer.byteLength(shown)).toBeLessThan(size)
  }
})
