/** GET on a table. */
import type { Run } from '../database'
import { quote, type Catalog, type Table } from './catalog'
import type { RestRequest } from './request'
import { contentRange, finish, type Result } from './respond'
import { orderBy, selection, Values, where } from './sql'

export async function read(
  run: Run,
  catalog: Catalog,
  table: Table,
  request: RestRequest,
): Promise<Response> {
  const values = new Values()
  const source = { relation: table, from: `public.${quote(table.name)}`, shown: table.name }
  const chosen = selection(catalog, source, request.select)
  const [result] = await run<Result>(
    `select coalesce(json_agg(_), '[]')::text as body, (json_agg(_) -> 0)::text as first, count(_)::int as total from (
       select ${chosen.list} from ${source.from} ${chosen.joins} ${where(source, request.filters, values)}
       ${orderBy(source, request.order)}
       limit ${values.bind(String(request.limit), 'bigint')} offset ${values.bind(String(request.offset), 'bigint')}) _`,
    values.list,
  )
  return finish(request, result, 200, { 'content-range': contentRange(request.offset, result?.total ?? 0) })
}
