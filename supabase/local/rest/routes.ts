/** The routes of PostgREST that the site calls: rows of tables, and functions by POST. */
import { API_ROLES, type Caller } from '../database'
import { nowInSeconds, TokenError, type Tokens } from '../jwt'
import { bearerToken, type Services } from '../services'
import { notImplemented, RestError, restErrorResponse } from './errors'
import { readRows, tableSource } from './read'
import { parseRequest } from './request'
import { callRoutine, findRoutine } from './rpc'
import { write } from './write'

/** A token counts as expired this many seconds after its `exp`, because clocks may differ. */
const LEEWAY = 30

/** Handles a request to /rest/v1, with the rights of the user in its token or else of the role of its API key. */
export async function handleRest(
  services: Services,
  request: Request,
  url: URL,
  keyCaller: Caller,
): Promise<Response> {
  let caller = keyCaller
  try {
    const token = bearerToken(request)
    if (token !== null) caller = await callerOfToken(services.tokens, token)
    return await route(services, request, url, caller)
  } catch (error) {
    return restErrorResponse(error, caller.role)
  }
}

async function callerOfToken(tokens: Tokens, token: string): Promise<Caller> {
  const claims = await tokens.verify(token).catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error
    if (error.kind === 'malformed') throw new RestError(401, 'PGRST301', error.message)
    const details = 'None of the keys was able to decode the JWT'
    throw new RestError(401, 'PGRST301', 'No suitable key or wrong key type', details)
  })
  if (Number(claims.exp) < nowInSeconds() - LEEWAY) throw new RestError(401, 'PGRST303', 'JWT expired')
  const role = API_ROLES.find((known) => known === (claims.role ?? 'anon'))
  if (!role) throw new RestError(401, '22023', `role "${String(claims.role)}" does not exist`)
  return { role, claims: { ...claims, role } }
}

async function route(
  { db, catalog }: Services,
  request: Request,
  url: URL,
  caller: Caller,
): Promise<Response> {
  const [first = '', second, ...more] = pathOf(url)
  const isCall = first === 'rpc' && second !== undefined
  if (first === '' || more.length > 0 || (second !== undefined && !isCall)) {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  }
  const table = catalog.tables.get(first)
  if (!isCall && !table)
    throw new RestError(404, 'PGRST205', `Could not find the table 'public.${first}' in the schema cache`)
  const parsed = await parseRequest(request, url)
  if (isCall && request.method === 'POST') {
    const routine = findRoutine(catalog, second, parsed)
    return db.as(caller, (run) => callRoutine(run, catalog, routine, parsed), { readOnly: routine.readOnly })
  }
  if (table && request.method === 'GET') {
    return db.as(caller, (run) => readRows(run, catalog, tableSource(table), parsed), { readOnly: true })
  }
  const { method } = request
  const isWrite = method === 'POST' || method === 'PATCH' || method === 'DELETE'
  if (!table || !isWrite) throw notImplemented(`${method} on ${isCall ? 'functions' : 'tables'}`)
  return db.as(caller, (run) => write(run, catalog, table, parsed, method))
}

function pathOf(url: URL): string[] {
  try {
    return url.pathname.slice('/rest/v1/'.length).split('/').map(decodeURIComponent)
  } catch {
    return [] // not UTF-8
  }
}
