import type { Run } from '../database'
import { json } from '../http'
import { quote, type Catalog, type Table } from './catalog'
import { RestError } from './errors'
import type { RestRequest } from './request'
import { orderBy, selection, where, Values, type Source } from './sql'

/** `body` is a JSON array, `total` the number of rows. */
export interface Result {
  body: string
  first: string | null
  total: number
}

/** Every statement selects this. Postgres builds the JSON, so numbers and timestamps have the same format as in PostgREST. */
export const RESULT = `coalesce(json_agg(_), '[]')::text as body, (json_agg(_) -> 0)::text as first, count(_)::int as total`

export function tableSource(table: Table): Source {
  return { relation: table, from: `public.${quote(table.name)}`, shown: table.name }
}

/** `from` is the SQL after FROM if it is not the source's name. */
export async function readRows(
  run: Run,
  catalog: Catalog,
  source: Source,
  request: RestRequest,
  { from = source.from, values = new Values() } = {},
): Promise<Response> {
  const chosen = selection(catalog, source, request.select)
  const filtered = `from ${from} ${chosen.joins} ${where(source, request.filters, values)}`
  const count = request.countExact ? `(select count(*)::int ${filtered})` : 'null'
  const [result] = await run<Result & { count: number | null }>(
    `select ${RESULT}, ${count} as count from (
       select ${chosen.list} ${filtered} ${orderBy(source, request.order)}
       limit ${values.bind(String(request.limit), 'bigint')} offset ${values.bind(String(request.offset), 'bigint')}) _`,
    values.list,
  )
  const [total, all] = [result?.total ?? 0, result?.count ?? null]
  const headers = rangeHeader(request.offset, total, all)
  if (all === null) return rowsResponse(request, result, 200, headers)
  headers['preference-applied'] = 'count=exact'
  if (request.offset > 0 && request.offset >= all) {
    const details = `An offset of ${request.offset} was requested, but there are only ${all} rows.`
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', details, null, headers)
  }
  return rowsResponse(request, result, total < all ? 206 : 200, headers)
}

/** `all` is the count of all pages, if requested. */
export function rangeHeader(
  offset: number,
  total: number,
  all: number | null = null,
): Record<string, string> {
  return { 'content-range': `${total > 0 ? `${offset}-${offset + total - 1}` : '*'}/${all ?? '*'}` }
}

/** Throws PGRST116 if the request wants a single object but the result does not have exactly one row. */
export function rowsResponse(
  request: RestRequest,
  result: Result | undefined,
  status: number,
  headers: Record<string, string>,
): Response {
  const { body, first, total } = result ?? { body: '[]', first: null, total: 0 }
  if (!request.single) return json(status, body, headers)
  requireOne(total)
  return json(status, first ?? 'null', {
    ...headers,
    'content-type': 'application/vnd.pgrst.object+json; charset=utf-8',
  })
}

export function requireOne(total: number): void {
  if (total === 1) return
  const details = `The result contains ${total} rows`
  throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', details)
}
