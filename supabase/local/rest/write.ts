/** POST (insert and upsert), PATCH and DELETE on a table: one statement, whose returned rows the response is made of. */
import type { Run } from '../database'
import { quote, type Catalog, type Table } from './catalog'
import { notImplemented, RestError } from './errors'
import type { RestRequest } from './request'
import { contentRange, finish, requireOne, type Result } from './respond'
import { selection, Values, where, type Source } from './sql'

/** Counts the rows that were inserted and not updated, in a setting of the transaction: neither command tag nor rows say it. */
const INSERTED = `coalesce(nullif(current_setting('embedded.inserted', true), ''), '0')::int`
const count = (step: string) =>
  `set_config('embedded.inserted', (${INSERTED} ${step})::text, true) is not null`

export async function insert(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
): Promise<Response> {
  const payload = parseBody(request.body)
  const columns = namedColumns(table, request.columns ?? keysOf(payload))
  const values = new Values()
  const target = request.onConflict ?? table.primaryKey
  const upserts = request.resolution !== null && target.length > 0
  const merges = upserts && request.resolution === 'merge-duplicates'
  const body = bodyRows(table, columns, payload, values, request.body)
  const statement = `insert into public.${quote(table.name)} ${columns.length > 0 ? `(${columns.map(quote).join(', ')})` : ''}
    select ${columns.map((name) => `body.${quote(name)}`).join(', ')} from ${body} ${merges ? `where ${count('+ 1')}` : ''}
    ${upserts ? conflict(table, target, merges ? columns : []) : ''}`
  const result = await change(run, catalog, table, request, statement, values)
  const status = merges && result.inserted <= 0 ? 200 : 201
  const headers = applied(request, { 'content-range': '*/*' }, upserts)
  if (request.returnRows) return finish(request, result, status, headers)
  return new Response(null, { status, headers })
}

export async function update(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
): Promise<Response> {
  const payload = parseBody(request.body)
  const columns = namedColumns(table, request.columns ?? keysOf(payload))
  requireFilter('UPDATE', request)
  const values = new Values()
  const source = sourceOf(table)
  const statement =
    columns.length === 0
      ? `select * from ${source.from} where false`
      : `update ${source.from} set ${columns.map((name) => `${quote(name)} = body.${quote(name)}`).join(', ')}
         from ${bodyRows(table, columns, payload, values, request.body)} ${where(source, request.filters, values)}`
  const result = await change(run, catalog, table, request, statement, values, columns.length === 0)
  return changed(request, result, contentRange(0, result.total))
}

export async function remove(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
): Promise<Response> {
  requireFilter('DELETE', request)
  const values = new Values()
  const source = sourceOf(table)
  const statement = `delete from ${source.from} ${where(source, request.filters, values)}`
  return changed(request, await change(run, catalog, table, request, statement, values), '*/*')
}

function sourceOf(table: Table): Source {
  return { relation: table, from: `public.${quote(table.name)}`, shown: table.name }
}

function changed(request: RestRequest, result: Result, range: string): Response {
  const headers = applied(request, { 'content-range': range }, false)
  return request.returnRows
    ? finish(request, result, 200, headers)
    : new Response(null, { status: 204, headers })
}

function applied(
  request: RestRequest,
  headers: Record<string, string>,
  upserts: boolean,
): Record<string, string> {
  const preferences = [
    ...(upserts ? [`resolution=${request.resolution}`] : []),
    ...(request.returnRows ? ['return=representation'] : []),
  ]
  return preferences.length === 0 ? headers : { ...headers, 'preference-applied': preferences.join(', ') }
}

/** Hosted projects refuse this too (safeupdate): one forgotten filter would change every row. */
function requireFilter(command: string, request: RestRequest) {
  if (request.order.length > 0 || request.limit < 1000 || request.offset > 0)
    throw notImplemented('limits and order of writes')
  if (request.filters.length === 0) throw new RestError(400, '21000', `${command} requires a WHERE clause`)
}

async function change(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
  statement: string,
  values: Values,
  isSelect = false,
): Promise<Result & { inserted: number }> {
  const source: Source = { relation: table, from: 'source', shown: table.name }
  const chosen = selection(catalog, source, request.select)
  // Only what is asked for is returned, since returning a column needs the right to select it.
  const needs = [...chosen.needs]
    .map((name) => (name === '*' ? '*' : quote(name)))
    .map((name) => `public.${quote(table.name)}.${name}`)
  const returning = isSelect ? '' : `returning ${request.returnRows ? needs.join(', ') : '1'}`
  const rows = request.returnRows
    ? `select ${chosen.list} from source ${chosen.joins}`
    : 'select * from source'
  const [result] = await run<Result & { inserted: number }>(
    `with source as (${statement} ${returning})
     select coalesce(json_agg(_), '[]')::text as body, (json_agg(_) -> 0)::text as first, count(_)::int as total, ${INSERTED} as inserted
     from (${rows}) _`,
    values.list,
  )
  if (!result) throw new Error('the statement returned no result')
  if (request.single) requireOne(result.total)
  return result
}

function conflict(table: Table, target: string[], columns: string[]): string {
  for (const name of target) {
    if (!table.columns.has(name)) throw new RestError(400, '42703', `column "${name}" does not exist`)
  }
  const names = target.map(quote).join(', ')
  if (columns.length === 0) return `on conflict (${names}) do nothing`
  const sets = columns.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')
  return `on conflict (${names}) do update set ${sets} where ${count('- 1')}`
}

/** The body's rows as a relation named `body`, read by Postgres out of the one JSON value. */
function bodyRows(table: Table, columns: string[], payload: unknown, values: Values, text: string): string {
  const value = values.bind(text, 'json')
  const isList = Array.isArray(payload)
  if (columns.length === 0) return isList ? `json_array_elements(${value}) body` : '(values (1)) body'
  const typed = columns.map((name) => `${quote(name)} ${table.columns.get(name) ?? 'text'}`).join(', ')
  return `${isList ? 'json_to_recordset' : 'json_to_record'}(${value}) as body (${typed})`
}

export function parseBody(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // answered below
  }
  throw new RestError(400, 'PGRST102', 'Empty or invalid json')
}

function keysOf(payload: unknown): string[] {
  if (!Array.isArray(payload)) return Object.keys(payload as object)
  const keys = payload.map((row: unknown) => Object.keys((row ?? {}) as object).sort())
  if (keys.some((k) => k.join('\0') !== keys[0]?.join('\0')))
    throw new RestError(400, 'PGRST102', 'All object keys must match')
  return keys[0] ?? []
}

function namedColumns(table: Table, names: string[]): string[] {
  for (const name of names) {
    if (table.columns.has(name)) continue
    throw new RestError(
      400,
      'PGRST204',
      `Could not find the '${name}' column of '${table.name}' in the schema cache`,
    )
  }
  return [...new Set(names)]
}
