/** Builds SQL. It contains names from the catalog and the texts of this file; values are bound as parameters. */
import { quote, type Catalog, type Relation } from './catalog'
import { notImplemented, RestError } from './errors'
import type { Condition, OrderTerm, SelectItem } from './parse'

/** The bound values of a statement. `bind` adds a value and returns its placeholder, such as `$1::int`. */
export class Values {
  readonly list: string[] = []
  bind(value: string, type: string): string {
    this.list.push(value)
    return `$${this.list.length}::${type}`
  }
}

/** A relation that a statement reads. `from` is its name in the SQL, `shown` its name in error messages. */
export interface Source {
  relation: Relation
  from: string
  shown: string
}

/**
 * A select list as SQL, the joins for its embeds, and the columns of the source that both read (`*` means all).
 */
export interface Selection {
  list: string
  joins: string
  reads: Set<string>
}

/**
 * Converts a parsed `select` to SQL. An embed joins the row that a foreign key of the source references.
 */
export function selection(catalog: Catalog, source: Source, items: SelectItem[], depth = 1): Selection {
  const list: string[] = []
  const joins: string[] = []
  const reads = new Set<string>()
  for (const item of items) {
    if (item.kind === 'all') {
      list.push(`${source.from}.*`)
      reads.add('*')
    } else if (item.kind === 'column') {
      list.push(column(source, item.name).sql)
      reads.add(item.name)
    } else {
      const { reference, table } = referenceTo(catalog, source.relation, item.name)
      const alias = `embed_${depth}_${joins.length + 1}`
      const inner: Source = { relation: table, from: `${alias}_row`, shown: `${table.name}_${depth}` }
      const chosen = selection(catalog, inner, item.items, depth + 1)
      joins.push(
        `left join lateral (select ${chosen.list} from public.${quote(table.name)} as ${inner.from} ${chosen.joins}
         where ${inner.from}.${quote(reference.target)} = ${source.from}.${quote(reference.column)}) as ${alias} on true`,
      )
      list.push(`row_to_json(${alias}.*)::jsonb as ${quote(table.name)}`)
      reads.add(reference.column)
    }
  }
  return { list: list.join(', '), joins: joins.join(' '), reads }
}

/** The SQL and type of a column. If the source has no such column, throws the error that Postgres would throw. */
function column(source: Source, name: string): { sql: string; type: string } {
  const type = source.relation.columns.get(name)
  if (type === undefined) throw new RestError(400, '42703', `column ${source.shown}.${name} does not exist`)
  return { sql: `${source.from}.${quote(name)}`, type }
}

function referenceTo(catalog: Catalog, relation: Relation, name: string) {
  const [reference, another] = relation.references.filter((candidate) => candidate.table === name)
  const table = catalog.tables.get(name)
  if (another) throw notImplemented(`embeds where more than one reference leads to "${name}"`)
  if (reference && table) return { reference, table }
  if (table?.references.some((candidate) => candidate.table === relation.name))
    throw notImplemented('embeds of many rows')
  const between = `between '${relation.name}' and '${name}' in the schema`
  const details = `Searched for a foreign key relationship ${between} 'public', but no matches were found.`
  throw new RestError(400, 'PGRST200', `Could not find a relationship ${between} cache`, details)
}

const COMPARISONS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', like: 'like' }
const STATES: Record<string, string> = {
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

/** The `where` clause for these filters; '' if there are none. */
export function where(source: Source, filters: Condition[], values: Values): string {
  if (filters.length === 0) return ''
  return `where ${filters.map((filter) => condition(source, filter, values)).join(' and ')}`
}

function condition(source: Source, given: Condition, values: Values): string {
  if ('logic' in given) {
    const parts = given.conditions.map((part) => condition(source, part, values))
    return `(${parts.join(` ${given.logic} `)})`
  }
  const { sql, type } = column(source, given.column)
  const [first = ''] = given.values
  const right = () => {
    if (given.operator === 'is') return `is ${STATES[first.toLowerCase()] ?? 'null'}`
    if (given.operator === 'in') return `= any (${values.bind(arrayLiteral(given.values), `${type}[]`)})`
    return `${COMPARISONS[given.operator]} ${values.bind(first, given.operator === 'like' ? 'text' : type)}`
  }
  return `${sql} ${right()}`
}

function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}

export function orderBy(source: Source, terms: OrderTerm[]): string {
  const sorts = terms.map(({ column: name, descending, nulls }) =>
    [column(source, name).sql, descending ? 'desc' : 'asc', nulls === null ? '' : `nulls ${nulls}`].join(' '),
  )
  return sorts.length === 0 ? '' : `order by ${sorts.join(', ')}`
}
