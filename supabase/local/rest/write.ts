/** POST (insert and upsert), PATCH and DELETE on a table: one statement, whose returned rows the response is made of. */
import type { Run } from '../database'
import { quote, type Catalog, type Table } from './catalog'
import { notImplemented, RestError } from './errors'
import { answerRows, rangeHeader, requireOne, RESULT, tableSource, type Result } from './read'
import type { RestRequest } from './request'
import { selection, Values, where, type Source } from './sql'

/** A write under way: where it goes, what was asked for, and the values it binds. */
interface Write {
  run: Run
  catalog: Catalog
  table: Table
  request: RestRequest
  values: Values
}

// Rows that were inserted and not updated are counted in a setting of the transaction: nothing else tells them apart.
const INSERTED = `coalesce(nullif(current_setting('embedded.inserted', true), ''), '0')::int`
const count = (step: string) =>
  `set_config('embedded.inserted', (${INSERTED} ${step})::text, true) is not null`

export async function insert(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
): Promise<Response> {
  const write = { run, catalog, table, request, values: new Values() }
  const { columns, from } = bodyRows(write)
  const target = request.onConflict ?? table.primaryKey
  const upserts = request.resolution !== null && target.length > 0
  const merges = upserts && request.resolution === 'merge-duplicates'
  const result = await execute(
    write,
    `insert into public.${quote(table.name)} ${columns.length > 0 ? `(${columns.map(quote).join(', ')})` : ''}
     select ${columns.map((name) => `body.${quote(name)}`).join(', ')} from ${from} ${merges ? `where ${count('+ 1')}` : ''}
     ${upserts ? onConflict(table, target, merges ? columns : []) : ''}`,
  )
  const applied = upserts ? [`resolution=${request.resolution}`] : []
  return answer(request, result, merges && result.inserted <= 0 ? 200 : 201, rangeHeader(0, 0), applied)
}

export async function update(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
): Promise<Response> {
  requireFilter('UPDATE', request)
  const write = { run, catalog, table, request, values: new Values() }
  const { columns, from } = bodyRows(write)
  const target = tableSource(table)
  const sets = columns.map((name) => `${quote(name)} = body.${quote(name)}`).join(', ')
  const filters = where(target, request.filters, write.values)
  const result = await execute(
    write,
    columns.length > 0 ? `update ${target.from} set ${sets} from ${from} ${filters}` : null,
  )
  return answer(request, result, request.returnRows ? 200 : 204, rangeHeader(0, result.total))
}

export async function remove(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
): Promise<Response> {
  requireFilter('DELETE', request)
  const write = { run, catalog, table, request, values: new Values() }
  const target = tableSource(table)
  const result = await execute(
    write,
    `delete from ${target.from} ${where(target, request.filters, write.values)}`,
  )
  return answer(request, result, request.returnRows ? 200 : 204, rangeHeader(0, 0))
}

/** Runs a statement and selects from its returned rows; without one (nothing to set) there are none. */
async function execute(write: Write, statement: string | null): Promise<Result & { inserted: number }> {
  const { run, catalog, table, request, values } = write
  const source: Source = { relation: table, from: 'source', shown: table.name }
  const chosen = selection(catalog, source, request.returnRows ? request.select : [])
  // Only what is asked for is returned, since returning a column needs the right to select it.
  const columns = [...chosen.reads].map(
    (name) => `${tableSource(table).from}.${name === '*' ? '*' : quote(name)}`,
  )
  const list = columns.length > 0 ? columns.join(', ') : '1'
  const rows = statement
    ? `${statement} returning ${list}`
    : `select ${list} from ${tableSource(table).from} where false`
  const [result] = await run<Result & { inserted: number }>(
    `with source as (${rows})
     select ${RESULT}, ${INSERTED} as inserted from (select ${chosen.list || '1'} from source ${chosen.joins}) _`,
    statement ? values.list : [],
  )
  if (!result) throw new Error('the statement returned no result')
  if (request.single) requireOne(result.total)
  return result
}

function answer(
  request: RestRequest,
  result: Result,
  status: number,
  headers: Record<string, string>,
  applied: string[] = [],
): Response {
  const preferences = request.returnRows ? [...applied, 'return=representation'] : applied
  if (preferences.length > 0) headers['preference-applied'] = preferences.join(', ')
  return request.returnRows
    ? answerRows(request, result, status, headers)
    : new Response(null, { status, headers })
}

/** Hosted projects refuse this too (safeupdate): one forgotten filter would change every row. */
function requireFilter(command: string, { filters, order, offset, limit }: RestRequest): void {
  if (order.length > 0 || offset > 0 || limit < 1000) throw notImplemented('limits and order of writes')
  if (filters.length === 0) throw new RestError(400, '21000', `${command} requires a WHERE clause`)
}

function onConflict(table: Table, target: string[], columns: string[]): string {
  const missing = target.find((name) => !table.columns.has(name))
  if (missing !== undefined) throw new RestError(400, '42703', `column "${missing}" does not exist`)
  const names = target.map(quote).join(', ')
  const sets = columns.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')
  return `on conflict (${names}) do ${columns.length > 0 ? `update set ${sets} where ${count('- 1')}` : 'nothing'}`
}

/** The body as a relation named `body`, which Postgres reads out of the one JSON value, and the columns it gives. */
function bodyRows({ table, request, values }: Write): { columns: string[]; from: string } {
  const body = parseBody(request.body)
  const columns = [...new Set(request.columns ?? keysOf(body))]
  const missing = columns.find((name) => !table.columns.has(name))
  if (missing !== undefined) {
    throw new RestError(
      400,
      'PGRST204',
      `Could not find the '${missing}' column of '${table.name}' in the schema cache`,
    )
  }
  if (columns.length === 0 && !Array.isArray(body)) return { columns, from: '(values (1)) body' }
  const value = values.bind(request.body, 'json')
  if (columns.length === 0) return { columns, from: `json_array_elements(${value}) body` }
  const typed = columns.map((name) => `${quote(name)} ${table.columns.get(name) ?? ''}`).join(', ')
  return { columns, from: `json_to_record${Array.isArray(body) ? 'set' : ''}(${value}) as body (${typed})` }
}

/** The body's JSON: an object or a list. Throws PGRST102 for anything else. */
export function parseBody(text: string): object {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && depthOf(text) <= MAX_DEPTH) return body
  } catch {
    // answered below
  }
  throw new RestError(400, 'PGRST102', 'Empty or invalid json')
}

/** JSON within JSON; no argument of ours is deeper. Postgres reads it by recursion, and PGlite is broken for good when its stack runs over. */
const MAX_DEPTH = 100

function depthOf(json: string): number {
  let [depth, deepest] = [0, 0]
  for (const [token] of json.matchAll(/"(?:[^"\\]+|\\.)*"|[[{}\]]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return deepest
}

function keysOf(body: object): string[] {
  const [first = [], ...others] = (Array.isArray(body) ? body : [body]).map((row: object | null) =>
    Object.keys(row ?? {}).sort(),
  )
  if (others.every((keys) => keys.join('\0') === first.join('\0'))) return first
  throw new RestError(400, 'PGRST102', 'All object keys must match')
}
