/** The part of PostgREST that the site calls: rows of tables, and functions by POST. */
import type { Caller } from '../database'
import { API_ROLES } from '../database'
import { bearerToken, type Services } from '../gateway'
import { nowInSeconds, TokenFault, type Tokens } from '../jwt'
import { fromPostgres, isPostgresError, notImplemented, RestError, restErrorResponse } from './errors'
import { read } from './read'
import { parseRequest } from './request'
import { call, findRoutine } from './rpc'
import { insert, remove, update } from './write'

/** Seconds by which clocks may differ before a token counts as expired. */
const LEEWAY = 30

/** Answers a request to /rest/v1 for the user whose token it carries, else for whom its API key stands. */
export async function answerRest(
  services: Services,
  request: Request,
  url: URL,
  keyCaller: Caller,
): Promise<Response> {
  let { role } = keyCaller
  try {
    const token = bearerToken(request)
    const caller = token === null ? keyCaller : await callerOfToken(services.tokens, token)
    role = caller.role
    return await route(services, request, url, caller)
  } catch (error) {
    if (error instanceof RestError) return restErrorResponse(error)
    if (isPostgresError(error)) return restErrorResponse(fromPostgres(error, role))
    throw error
  }
}

async function callerOfToken(tokens: Tokens, token: string): Promise<Caller> {
  const claims = await tokens.verify(token).catch((error: unknown) => {
    if (!(error instanceof TokenFault)) throw error
    if (error.kind === 'malformed') throw new RestError(401, 'PGRST301', error.message)
    const details = 'None of the keys was able to decode the JWT'
    throw new RestError(401, 'PGRST301', 'No suitable key or wrong key type', details)
  })
  if (typeof claims.exp === 'number' && claims.exp < nowInSeconds() - LEEWAY)
    throw new RestError(401, 'PGRST303', 'JWT expired')
  const role = API_ROLES.find((known) => known === (claims.role ?? 'anon'))
  if (!role) throw new RestError(401, '22023', `role "${String(claims.role)}" does not exist`)
  return { role, claims: { ...claims, role } }
}

async function route(services: Services, request: Request, url: URL, caller: Caller): Promise<Response> {
  const { db, catalog } = services
  const [first = '', second, ...more] = pathOf(url)
  if (first === '' || more.length > 0 || (second !== undefined && first !== 'rpc')) {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  }
  if (second !== undefined) {
    if (request.method !== 'POST') throw notImplemented(`${request.method} on functions`)
    const parsed = await parseRequest(request, url)
    const routine = findRoutine(catalog, second, parsed)
    return db.as(caller, (run) => call(run, catalog, routine, parsed), { readOnly: routine.readOnly })
  }
  const table = catalog.tables.get(first)
  if (!table)
    throw new RestError(404, 'PGRST205', `Could not find the table 'public.${first}' in the schema cache`)
  const parsed = await parseRequest(request, url)
  switch (request.method) {
    case 'GET':
      return db.as(caller, (run) => read(run, catalog, table, parsed), { readOnly: true })
    case 'POST':
      return db.as(caller, (run) => insert(run, catalog, table, parsed))
    case 'PATCH':
      return db.as(caller, (run) => update(run, catalog, table, parsed))
    case 'DELETE':
      return db.as(caller, (run) => remove(run, catalog, table, parsed))
    default:
      throw notImplemented(`${request.method} on tables`)
  }
}

function pathOf(url: URL): string[] {
  try {
    return url.pathname.slice('/rest/v1/'.length).split('/').map(decodeURIComponent)
  } catch {
    return [] // not UTF-8
  }
}
