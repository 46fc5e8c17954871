/** These routes require the secret key. */
import { randomBytes } from 'node:crypto'
import { json, notServed } from '../http'
import { bearerToken } from '../services'
import { bodyOf, type Call } from './call'
import { AuthError } from './errors'
import { isUuid } from './sessions'
import { createUser, FACTORS, hashPassword, listUsers, updateUser, type UserParams } from './users'

export async function adminList(call: Call): Promise<Response> {
  requireSecretKey(call)
  const number = (name: string, absent: number) =>
    Math.max(1, Number(call.url.searchParams.get(name)) || absent)
  const [page, perPage] = [number('page', 1), number('per_page', 50)]
  const { users, total } = await call.services.db.asOwner((run) => listUsers(run, page, perPage))
  return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(total) })
}

export async function adminCreate(call: Call): Promise<Response> {
  const params = await userParams(call)
  if (!params.email)
    throw new AuthError(400, 'validation_failed', 'Cannot create a user without either an email or phone')
  const hash = await hashPassword(params.password || randomBytes(32).toString('hex'))
  return json(200, await call.services.db.asOwner((run) => createUser(run, params, hash)))
}

export async function adminUpdate(call: Call): Promise<Response> {
  const params = await userParams(call)
  const id = call.url.pathname.split('/').pop()
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const hash = params.password === undefined ? null : await hashPassword(params.password)
  const user = await call.services.db.asOwner((run) => updateUser(run, id, params, hash))
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return json(200, user)
}

export async function adminFactors(call: Call): Promise<Response> {
  requireSecretKey(call)
  const id = call.url.pathname.split('/').at(-2)
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const sql = `select coalesce(${FACTORS}, '[]') as factors from auth.users u where id = $1::uuid`
  const [user] = await call.services.db.asOwner((run) => run<{ factors: object[] }>(sql, [id]))
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return json(200, user.factors)
}

function requireSecretKey({ caller, request }: Call): void {
  const isOwner = caller?.role === 'service_role' && bearerToken(request) === null
  if (!isOwner) throw new AuthError(403, 'not_admin', 'User not allowed')
}

const [TEXT, BOOLEAN, OBJECT] = ['string', 'boolean', 'object']
const USER_PARAMS = new Map(
  Object.entries({
    email: TEXT,
    password: TEXT,
    email_confirm: BOOLEAN,
    app_metadata: OBJECT,
  }),
)

async function userParams(call: Call): Promise<UserParams> {
  requireSecretKey(call)
  const body = await bodyOf(call.request)
  for (const [name, value] of Object.entries(body)) {
    const type = USER_PARAMS.get(name)
    if (type === undefined)
      throw new AuthError(400, 'validation_failed', notServed(`the user field "${name}"`))
    if (typeof value !== type) throw new AuthError(400, 'bad_json', `"${name}" must be of type ${type}`)
  }
  return body as UserParams
}
