/** POST on a function: arguments by name out of one JSON object. */
import type { Run } from '../database'
import { quote, type Catalog, type Routine } from './catalog'
import { notImplemented, RestError } from './errors'
import type { RestRequest } from './request'
import { contentRange, finish, type Result } from './respond'
import { orderBy, selection, Values, where, type Source } from './sql'
import { parseBody } from './write'

/** The function that takes exactly these arguments. Throws PGRST202 when there is none, PGRST203 when there are several. */
export function findRoutine(catalog: Catalog, name: string, request: RestRequest): Routine {
  const args = argumentsOf(request)
  const matching = (catalog.routines.get(name) ?? []).filter(
    (routine) =>
      args.every((given) => routine.args.some((arg) => arg.name === given)) &&
      routine.args.every((arg) => !arg.required || args.includes(arg.name)),
  )
  if (matching.length > 1) throw notImplemented(`overloaded functions such as "${name}"`)
  const [routine] = matching
  if (routine) return routine
  const list = args.join(', ')
  const shown = args.length === 0 ? ' without parameters' : `(${list})`
  const searched =
    args.length === 0 ? ' without parameters' : ` with parameter${args.length > 1 ? 's' : ''} ${list}`
  throw new RestError(
    404,
    'PGRST202',
    `Could not find the function public.${name}${shown} in the schema cache`,
    `Searched for the function public.${name}${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
  )
}

function argumentsOf(request: RestRequest): string[] {
  if (request.body === '') return []
  const body = parseBody(request.body)
  if (Array.isArray(body)) throw notImplemented('calls of a function with a list')
  return Object.keys(body as object)
}

export async function call(
  run: Run,
  catalog: Catalog,
  routine: Routine,
  request: RestRequest,
): Promise<Response> {
  const values = new Values()
  const given = new Set(argumentsOf(request))
  const args = routine.args.filter((arg) => given.has(arg.name))
  const typed = args.map((arg) => `${quote(arg.name)} ${arg.type}`).join(', ')
  const body =
    args.length === 0 ? '' : `json_to_record(${values.bind(request.body, 'json')}) as body (${typed}), `
  const named = args.map((arg) => `${quote(arg.name)} := body.${quote(arg.name)}`).join(', ')
  const invoke = `public.${quote(routine.name)}(${named})`
  if (routine.returns !== 'table') {
    const [row] = await run<{ value: string | null }>(
      `select to_json(called.value)::text as value from ${body} lateral (select ${invoke} as value) called`,
      values.list,
    )
    const range = { 'content-range': '0-0/*' }
    if (routine.returns === 'void') return new Response(null, { status: 204, headers: range })
    const value = row?.value ?? 'null'
    return finish(request, { body: value, first: value, total: 1 }, 200, range)
  }
  const source: Source = { relation: routine.rows, from: 'called', shown: 'pgrst_call' }
  const chosen = selection(catalog, source, request.select)
  const [result] = await run<Result>(
    `select coalesce(json_agg(_), '[]')::text as body, (json_agg(_) -> 0)::text as first, count(_)::int as total from (
       select ${chosen.list} from ${body} lateral ${invoke} called ${where(source, request.filters, values)}
       ${orderBy(source, request.order)}
       limit ${values.bind(String(request.limit), 'bigint')} offset ${values.bind(String(request.offset), 'bigint')}) _`,
    values.list,
  )
  return finish(request, result, 200, { 'content-range': contentRange(request.offset, result?.total ?? 0) })
}
