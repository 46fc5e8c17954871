/** Builds one statement: values are bound, names come out of the catalog, everything else is written here. */
import { quote, type Catalog, type Relation, type Table } from './catalog'
import { notImplemented, RestError } from './errors'
import type { Filter, OrderTerm, SelectItem } from './parse'

/** Collects the values of a statement. `bind` returns the place that stands for one. */
export class Values {
  readonly list: string[] = []
  bind(value: string, type: string): string {
    this.list.push(value)
    return `$${this.list.length}::${type}`
  }
}

/** A relation under the name by which the statement knows it, as SQL (`from`) and as people read it in errors (`shown`). */
export interface Source {
  relation: Relation
  from: string
  shown: string
}

/** A column of a source as SQL; throws Postgres's own error for one that does not exist. */
export function column(source: Source, name: string): string {
  typeOf(source, name)
  return `${source.from}.${quote(name)}`
}

function typeOf(source: Source, name: string): string {
  const type = source.relation.columns.get(name)
  if (type === undefined) throw new RestError(400, '42703', `column ${source.shown}.${name} does not exist`)
  return type
}

/** The select list, and the joins its embeds need. */
export interface Selection {
  list: string
  joins: string
  /** Columns of the source that the statement reads, or `*`. */
  needs: Set<string>
}

/** Turns a parsed select into SQL. Embeds follow a reference of the table to one row of another. */
export function selection(catalog: Catalog, source: Source, items: SelectItem[], depth = 1): Selection {
  const list: string[] = []
  const joins: string[] = []
  const needs = new Set<string>()
  for (const item of items) {
    if (item.kind === 'all') {
      list.push(`${source.from}.*`)
      needs.add('*')
    } else if (item.kind === 'column') {
      list.push(column(source, item.name))
      needs.add(item.name)
    } else {
      const { reference, table } = referenceTo(catalog, source.relation, item.name)
      const alias = `embed_${depth}_${joins.length + 1}`
      const inner: Source = { relation: table, from: quote(`${alias}_row`), shown: `${table.name}_${depth}` }
      const chosen = selection(catalog, inner, item.items, depth + 1)
      joins.push(
        `left join lateral (select ${chosen.list} from public.${quote(table.name)} as ${inner.from} ${chosen.joins} ` +
          `where ${inner.from}.${quote(reference.target)} = ${source.from}.${quote(reference.column)}) as ${quote(alias)} on true`,
      )
      list.push(`row_to_json(${quote(alias)}.*)::jsonb as ${quote(item.name)}`)
      needs.add(reference.column)
    }
  }
  return { list: list.join(', '), joins: joins.join(' '), needs }
}

function referenceTo(catalog: Catalog, relation: Relation, name: string) {
  const references =
    'references' in relation ? (relation as Table).references.filter((r) => r.table === name) : []
  const [reference, second] = references
  const table = catalog.tables.get(name)
  if (second) throw notImplemented(`embeds where more than one reference leads to "${name}"`)
  if (reference && table) return { reference, table }
  if (table?.references.some((r) => r.table === relation.name)) throw notImplemented('embeds of many rows')
  throw new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${relation.name}' and '${name}' in the schema cache`,
    `Searched for a foreign key relationship between '${relation.name}' and '${name}' in the schema 'public', but no matches were found.`,
  )
}

const OPERATOR_SQL = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }
const IS_SQL: Record<string, string> = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
}

/** The `where` clause, or nothing. */
export function where(source: Source, filters: Filter[], values: Values): string {
  const conditions = filters.map((filter) => {
    const left = column(source, filter.column)
    const type = typeOf(source, filter.column)
    const [first = ''] = filter.values
    let condition: string
    if (filter.operator === 'is') condition = `${left} is ${IS_SQL[first.toLowerCase()] ?? 'null'}`
    else if (filter.operator === 'in')
      condition = `${left} = any (${values.bind(arrayLiteral(filter.values), `${type}[]`)})`
    else condition = `${left} ${OPERATOR_SQL[filter.operator]} ${values.bind(first, type)}`
    return filter.negated ? `not ${condition}` : condition
  })
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
}

function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}

export function orderBy(source: Source, terms: OrderTerm[]): string {
  const sorts = terms.map((term) => {
    const nulls = term.nulls === null ? '' : ` nulls ${term.nulls}`
    return `${column(source, term.column)} ${term.descending ? 'desc' : 'asc'}${nulls}`
  })
  return sorts.length === 0 ? '' : `order by ${sorts.join(', ')}`
}
