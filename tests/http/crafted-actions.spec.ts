import { adminActions } from './actions'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

/** Bodies that no page sends. */
const crafted = ['[]', '["x"]', '[{"id":1,"seen":[{}]}]', '[[null]]']

for (const who of ['a stranger', 'an admin'])
  test(`a made-up body of ${who} for an admin action is refused, with at most a line in the log`, async ({
    studio,
    request,
    adminState,
    playwright,
  }) => {
    const actions = adminActions()
    expect(actions.length).toBeGreaterThan(40)
    const context =
      who === 'an admin'
        ? await playwright.request.newContext({ baseURL: studio.url, storageState: adminState })
        : request
    for (const [name, id] of actions)
      for (const data of crafted) {
        const before = studio.siteLog().length
        const response = await context.post('/login', {
          data,
          headers: { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', origin: studio.url },
          maxRedirects: 0,
        })
        expect(response.status(), `${name}(${data})`).toBeLessThan(500)
        const lines = studio.siteLog().slice(before).split('\n').filter(Boolean)
        expect(lines.length, `${name}(${data}): ${lines.join('\n')}`).toBeLessThan(2)
        if (who === 'a stranger') expect(lines, name).toEqual([])
      }
  })
