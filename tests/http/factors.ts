/** The settings' and the sign-in's posts about codes from a phone. */
import { cookieOf } from '../e2e/forged-sessions'
import { parseForm, postForm } from '../native-form'
import type { Studio } from '../studio'
import { adminActions, press } from './actions'

/** Runs an action of the settings. Returns its response. */
export function act(studio: Studio, name: string, session: unknown, input?: object) {
  const action = adminActions().find(([known]) => known === name)
  if (!action) throw new Error(`There is no action ${name}.`)
  return press(studio, action, input, { cookie: cookieOf(session) })
}
export const said = async (...[studio, name, session, input]: Parameters<typeof act>) =>
  (await act(studio, name, session, input)).text

/** Posts a code in the sign-in form of a session that has given the password, as without JavaScript. */
export async function enterCode(studio: Studio, session: unknown, code: string) {
  const headers = { cookie: cookieOf(session) }
  const form = parseForm(await (await fetch(`${studio.url}/login`, { headers })).text())
  return postForm(`${studio.url}/login`, form.fields, [['code', code]], headers)
}
