/** Calls a database function by POST. The body is a JSON object with the function's arguments by name. */
import type { Run } from '../database'
import { parseBody } from './body'
import { quote, type Catalog, type Routine } from './catalog'
import { notImplemented, RestError } from './errors'
import { rowsResponse, rangeHeader, readRows } from './read'
import type { RestRequest } from './request'
import { Values } from './sql'

/** The function with this name that takes the arguments of the request. Throws PGRST202 if there is none. */
export function findRoutine(catalog: Catalog, name: string, request: RestRequest): Routine {
  const given = argumentsOf(request)
  const [routine, another] = (catalog.routines.get(name) ?? []).filter(
    ({ args }) =>
      given.every((key) => args.some((arg) => arg.name === key)) &&
      args.every((arg) => !arg.required || given.includes(arg.name)),
  )
  if (another) throw notImplemented(`overloaded functions such as "${name}"`)
  if (routine) return routine
  const list = given.join(', ')
  const shown = given.length === 0 ? ' without parameters' : `(${list})`
  const searched = given.length === 0 ? shown : ` with parameter${given.length > 1 ? 's' : ''} ${list}`
  throw new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name}${shown} in the schema cache`,
    `Searched for the function public.${name}${searched} or with a single unnamed json/jsonb parameter, ` +
      'but no matches were found in the schema cache.',
  )
}

function argumentsOf(request: RestRequest): string[] {
  const body = request.body === '' ? {} : parseBody(request.body)
  if (Array.isArray(body)) throw notImplemented('calls of a function with a list')
  return Object.keys(body)
}

/** Calls the function. The response has the function's rows or its value as JSON; it is a 204 for void. */
export async function callRoutine(
  run: Run,
  catalog: Catalog,
  routine: Routine,
  request: RestRequest,
): Promise<Response> {
  const values = new Values()
  const given = argumentsOf(request)
  const args = routine.args.filter((arg) => given.includes(arg.name))
  const typed = args.map((arg) => `${quote(arg.name)} ${arg.type}`).join(', ')
  const body =
    args.length === 0 ? '' : `json_to_record(${values.bind(request.body, 'json')}) as body (${typed}), `
  const named = args.map((arg) => `${quote(arg.name)} := body.${quote(arg.name)}`).join(', ')
  const called = `public.${quote(routine.name)}(${named})`
  if (routine.returns === 'table') {
    const source = { relation: routine.rows, from: 'called', shown: 'pgrst_call' }
    return readRows(run, catalog, source, request, { from: `${body} lateral ${called} called`, values })
  }
  const [row] = await run<{ value: string | null }>(
    `select to_json(called.value)::text as value from ${body} lateral (select ${called} as value) called`,
    values.list,
  )
  const range = rangeHeader(0, 1)
  if (routine.returns === 'void') return new Response(null, { status: 204, headers: range })
  const value = row?.value ?? 'null'
  return rowsResponse(request, { body: value, first: value, total: 1 }, 200, range)
}
