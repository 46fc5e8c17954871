import { cookieOf, sessionOf } from '../e2e/forged-sessions'
import { newAdmin } from '../recovery'
import type { Studio } from '../studio'
import { actionsOf, adminActions, press } from './actions'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

/** The cookie of a new admin: a made-up body may sign its admin out everywhere. */
const cookieOfNewAdmin = async (studio: Studio, name: string) =>
  cookieOf(await sessionOf(studio, await newAdmin(studio, name)))

/** Bodies that no page sends. */
const crafted = ['[]', '["x"]', '[{"id":1,"seen":[{}]}]', '[[null]]']

for (const [who, tier] of [
  ['an admin', ''],
  ['a stranger', ' @full'],
] as const)
  test(`a made-up body of ${who} for an admin action is refused, with at most a line in the log${tier}`, async ({
    studio,
    request,
  }) => {
    const actions = adminActions()
    expect(actions.length).toBeGreaterThan(40)
    const cookie = who === 'an admin' ? await cookieOfNewAdmin(studio, 'korure') : ''
    for (const [name, id] of actions)
      for (const data of crafted) {
        const before = studio.siteLog().length
        const response = await request.post('/login', {
          data,
          headers: {
            'next-action': id,
            'content-type': 'text/plain;charset=UTF-8',
            origin: studio.url,
            cookie,
          },
          maxRedirects: 0,
        })
        expect(response.status(), `${name}(${data})`).toBeLessThan(500)
        const lines = studio.siteLog().slice(before).split('\n').filter(Boolean)
        expect(lines.length, `${name}(${data}): ${lines.join('\n')}`).toBeLessThan(2)
        if (who === 'a stranger') expect(lines, name).toEqual([])
      }
  })

test('a made-up body for the sign-in names the missing fields', async ({ request, studio }) => {
  const [, id = ''] = actionsOf('app/login/').find(([name]) => name === 'signIn') ?? []
  for (const data of ['[null]', '[null,null]', '[null,"x"]', '[null,{"email":"x"}]']) {
    const headers = { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', origin: studio.url }
    const response = await request.post('/login', { data, headers, maxRedirects: 0 })
    expect(response.status(), data).toBe(200)
    expect(await response.text(), data).toContain('You must provide either an email')
  }
})

test('a made-up Undo, or one with a changed input, does nothing', async ({ studio }) => {
  const cookie = await cookieOfNewAdmin(studio, 'toutouwai')
  const runFollowUp = adminActions().find(([name]) => name === 'runFollowUp')
  if (!runFollowUp) throw new Error('The build has no such action.')
  const row = { id: '00000000-0000-4000-8000-000000000000', revision: 0 }
  for (const next of [
    ['restoreMessages', [row]], // the name in an older build
    ['constructor', [row]],
    ['restoreInquiries', [row]],
    ['undoActs', { of: 'inquiry', acts: [{ id: 1 }] }],
    ['undoActs', { of: 'constructor', acts: [{ ...row, name: 'A' }] }],
    ['undoActs', { of: 'inquiry', acts: Array(501).fill({ ...row, name: 'A' }) }],
    null,
  ]) {
    const { text } = await press(studio, runFollowUp, next, { cookie })
    expect(text, JSON.stringify(next)?.slice(0, 60)).toContain('"isOutdated":true')
  }
})
