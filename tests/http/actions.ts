/** Posts the admin's server actions as a page's script does. */
import { readFileSync } from 'node:fs'
import type { Studio } from '../studio'

/** An id of no row. */
export const NOBODY = '00000000-0000-4000-8000-000000000000'

const readBuilt = (file: string) => JSON.parse(readFileSync(`.next/${file}`, 'utf8')) as unknown
/** The path of a page or route, from its entry in the build. */
const addressOf = (entry: string) => entry.replace(/^app|\/(page|route)$/g, '').replace(/\[\w+\]/, NOBODY)

type Action = [name: string, id: string, page: string]
/** The server actions of a folder: the name, the id and the path of a page with each. */
export function actionsOf(folder: string): Action[] {
  const { node } = readBuilt('server/server-reference-manifest.json') as {
    node: Record<string, { filename: string; exportedName: string; workers: object }>
  }
  return Object.entries(node)
    .filter(([, { filename }]) => filename.startsWith(folder))
    .map(([id, { exportedName, workers }]) => [exportedName, id, addressOf(Object.keys(workers)[0] ?? '')])
}

/** The admin's server actions, except the one that ends the session. */
export const adminActions = () => actionsOf('app/admin/').filter(([name]) => name !== 'logOut')

/** Every page and route of the admin. */
export function adminAddresses(): string[] {
  const routes = Object.keys(readBuilt('app-path-routes-manifest.json') as object)
  return routes.filter((entry) => entry.startsWith('/admin')).map(addressOf)
}

/** Posts an action with this input, or without one. */
export async function press(
  { url }: Studio,
  [, id, page]: Action,
  input?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(url + page, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'next-action': id,
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      origin: url,
      ...headers,
    },
    body: JSON.stringify(input === undefined ? [] : [input]),
  })
  return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() }
}
