/**
 * Handles POST (insert and upsert), PATCH and DELETE on a table. Runs one statement and builds the response from the
 * rows that the statement returns.
 */
import type { Run } from '../database'
import { keysOf, parseBody } from './body'
import { quote, type Catalog, type Table } from './catalog'
import { notImplemented, RestError } from './errors'
import { rowsResponse, rangeHeader, requireOne, RESULT, tableSource, type Result } from './read'
import type { RestRequest } from './request'
import { selection, Values, where } from './sql'

type WriteMethod = 'POST' | 'PATCH' | 'DELETE'

export async function write(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
  method: WriteMethod,
): Promise<Response> {
  if (request.countExact) throw notImplemented('counts of writes')
  const values = new Values()
  const statement = { POST: insert, PATCH: update, DELETE: remove }[method](table, request, values)
  const result = await execute(run, catalog, table, request, statement, values)
  const upserts = method === 'POST' && request.resolution !== null
  const written =
    method === 'POST' ? (merges(request) && result.inserted <= 0 ? 200 : 201) : request.returnRows ? 200 : 204
  const headers = rangeHeader(0, method === 'PATCH' ? result.total : 0)
  const applied = [
    upserts && `resolution=${request.resolution}`,
    request.returnRows && 'return=representation',
  ]
  if (applied.some(Boolean)) headers['preference-applied'] = applied.filter(Boolean).join(', ')
  if (request.returnRows) return rowsResponse(request, result, written, headers)
  return new Response(null, { status: written, headers })
}

// The result of an upsert does not show which rows are new, so a setting of the transaction counts them: up before
// each insert, and down again if it becomes an update.
const INSERTED = `coalesce(nullif(current_setting('embedded.inserted', true), ''), '0')::int`
const count = (step: string) =>
  `set_config('embedded.inserted', (${INSERTED} ${step})::text, true) is not null`

function merges({ resolution }: RestRequest): boolean {
  return resolution === 'merge-duplicates'
}

function insert(table: Table, request: RestRequest, values: Values): string {
  const { columns, from } = bodyRows(table, request, values)
  const into = columns.length > 0 ? `(${columns.map(quote).join(', ')})` : ''
  const list = columns.map((name) => `body.${quote(name)}`).join(', ')
  const statement = `insert into ${tableSource(table).from} ${into} select ${list} from ${from}`
  const target = request.onConflict ?? table.primaryKey
  if (request.resolution === null || target.length === 0) return statement
  const missing = target.find((name) => !table.columns.has(name))
  if (missing !== undefined) throw new RestError(400, '42703', `column "${missing}" does not exist`)
  const conflict = `on conflict (${target.map(quote).join(', ')})`
  if (!merges(request) || columns.length === 0) return `${statement} ${conflict} do nothing`
  const sets = columns.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')
  return `${statement} where ${count('+ 1')} ${conflict} do update set ${sets} where ${count('- 1')}`
}

/** The SQL of an update; null if the body of the request sets no column. */
function update(table: Table, request: RestRequest, values: Values): string | null {
  requireFilter('UPDATE', request)
  const { columns, from } = bodyRows(table, request, values)
  const target = tableSource(table)
  const sets = columns.map((name) => `${quote(name)} = body.${quote(name)}`).join(', ')
  const filters = where(target, request.filters, values)
  return columns.length > 0 ? `update ${target.from} set ${sets} from ${from} ${filters}` : null
}

function remove(table: Table, request: RestRequest, values: Values): string {
  requireFilter('DELETE', request)
  const target = tableSource(table)
  return `delete from ${target.from} ${where(target, request.filters, values)}`
}

/** Throws for a PATCH or DELETE without a filter, which would change all rows. Hosted projects do so too. */
function requireFilter(command: string, { filters, order, offset, limit }: RestRequest): void {
  if (order.length > 0 || offset > 0 || limit < 1000) throw notImplemented('limits and order of writes')
  if (filters.length === 0) throw new RestError(400, '21000', `${command} requires a WHERE clause`)
}

/** Runs a write, if there is a statement, and returns the requested columns of the written rows. */
async function execute(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
  statement: string | null,
  values: Values,
): Promise<Result & { inserted: number }> {
  const chosen = selection(
    catalog,
    { ...tableSource(table), from: 'source' },
    request.returnRows ? request.select : [],
  )
  const { from } = tableSource(table)
  // `returning` names only the requested columns, because Postgres requires the right to select each of them.
  const returned = chosen.reads.has('*')
    ? `${from}.*`
    : [...chosen.reads].map((name) => `${from}.${quote(name)}`).join(', ') || '1'
  const rows = statement
    ? `${statement} returning ${returned}`
    : `select ${returned} from ${from} where false`
  const [result] = await run<Result & { inserted: number }>(
    `with source as (${rows})
     select ${RESULT}, ${INSERTED} as inserted from (select ${chosen.list || '1'} from source ${chosen.joins}) _`,
    statement ? values.list : [],
  )
  if (!result) throw new Error('the statement returned no result')
  if (request.single) requireOne(result.total)
  return result
}

/**
 * The columns that the request's body sets, and the SQL for its rows: a relation `body`, read from one JSON value.
 */
function bodyRows(table: Table, request: RestRequest, values: Values): { columns: string[]; from: string } {
  const body = parseBody(request.body)
  const columns = [...new Set(request.columns ?? keysOf(body))]
  const missing = columns.find((name) => !table.columns.has(name))
  const message = `Could not find the '${missing}' column of '${table.name}' in the schema cache`
  if (missing !== undefined) throw new RestError(400, 'PGRST204', message)
  const isList = Array.isArray(body)
  if (columns.length === 0 && !isList) return { columns, from: '(values (1)) body' }
  const value = values.bind(request.body, 'json')
  if (columns.length === 0) return { columns, from: `json_array_elements(${value}) body` }
  const typed = columns.map((name) => `${quote(name)} ${table.columns.get(name)}`).join(', ')
  return { columns, from: `json_to_record${isList ? 'set' : ''}(${value}) as body (${typed})` }
}
