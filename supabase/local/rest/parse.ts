/** The query string's little languages: `select`, filters, `order`. They yield names and values, never SQL. */
import { notImplemented, RestError } from './errors'

export type SelectItem =
  { kind: 'all' } | { kind: 'column'; name: string } | { kind: 'embed'; name: string; items: SelectItem[] }

export interface Filter {
  column: string
  negated: boolean
  operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'is'
  /** One value; several for `in`. */
  values: string[]
}

export interface OrderTerm {
  column: string
  descending: boolean
  nulls: 'first' | 'last' | null
}

/** A reader over one parameter. A name is quoted, or a run of letters, digits, `_` and spaces, as PostgREST reads it. */
class Reader {
  private at = 0
  constructor(
    readonly parameter: string,
    readonly text: string,
  ) {}

  get done() {
    return this.at >= this.text.length
  }
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false
    this.at += token.length
    return true
  }
  name(): string {
    if (this.take('"')) return this.quotedRest()
    const name = /^[\p{L}\p{N}_$ ]+/u.exec(this.text.slice(this.at))?.[0].trim()
    if (!name) throw this.fault()
    this.at = this.text.indexOf(name, this.at) + name.length
    return name
  }
  quotedRest(): string {
    const match = /^((?:[^"\\]|\\.)*)"/s.exec(this.text.slice(this.at))
    if (!match) throw this.fault()
    this.at += match[0].length
    return (match[1] ?? '').replaceAll(/\\(.)/gs, '$1')
  }
  until(stops: RegExp): string {
    const rest = this.text.slice(this.at)
    const end = rest.search(stops)
    const found = end < 0 ? rest : rest.slice(0, end)
    this.at += found.length
    return found
  }
  fault(): RestError {
    const where = `(line 1, column ${this.at + 1})`
    return new RestError(
      400,
      'PGRST100',
      `"failed to parse ${this.parameter} parameter (${this.text})" ${where}`,
      'unexpected input',
    )
  }
}

export function parseSelect(text: string): SelectItem[] {
  const reader = new Reader('select', text)
  const items = selectItems(reader)
  if (!reader.done) throw reader.fault()
  return items
}

function selectItems(reader: Reader): SelectItem[] {
  const items: SelectItem[] = []
  do items.push(selectItem(reader))
  while (reader.take(','))
  return items
}

function selectItem(reader: Reader): SelectItem {
  if (reader.take('...')) throw notImplemented('spread embeds')
  if (reader.take('*')) return { kind: 'all' }
  const name = reader.name()
  if (reader.take('!')) throw notImplemented('hints and join types of embeds')
  if (reader.take('->') || reader.take('::') || reader.take('.'))
    throw notImplemented('JSON paths, casts and aggregates in select')
  if (reader.take(':')) throw notImplemented('aliases in select')
  if (!reader.take('(')) return { kind: 'column', name }
  if (reader.take(')')) throw notImplemented('aggregates and empty embeds')
  const items = selectItems(reader)
  if (!reader.take(')')) throw reader.fault()
  return { kind: 'embed', name, items }
}

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is'] as const

/** Reads `column=operator.value`. */
export function parseFilter(column: string, text: string): Filter {
  if (/^(not\.)?(and|or)$/.test(column)) throw notImplemented('and/or filters')
  if (/->|\./.test(column)) throw notImplemented('filters on JSON paths and embedded tables')
  const match = /^(not\.)?([a-z]+)(\([a-z]+\))?\.(.*)$/s.exec(text)
  if (!match)
    throw new RestError(
      400,
      'PGRST100',
      `"failed to parse filter (${text})" (line 1, column 1)`,
      'unexpected input',
    )
  const [, not, word, modifier, value = ''] = match
  const operator = OPERATORS.find((known) => known === word)
  if (!operator || modifier) throw notImplemented(`the filter operator "${word}${modifier ?? ''}"`)
  const values = operator === 'in' ? parseList(value) : [value]
  if (operator === 'is' && !/^(null|not_null|true|false|unknown)$/i.test(value)) {
    throw new RestError(
      400,
      'PGRST100',
      `"failed to parse filter (${text})" (line 1, column 4)`,
      'unexpected input',
    )
  }
  return { column, negated: not !== undefined, operator, values }
}

/** Reads `(a,"b,c",d)`; `()` is the empty list. */
function parseList(text: string): string[] {
  const reader = new Reader('filter', text)
  if (!reader.take('(')) throw reader.fault()
  const values: string[] = []
  if (reader.take(')')) return values
  do values.push(reader.take('"') ? reader.quotedRest() : reader.until(/[,)]/))
  while (reader.take(','))
  if (!reader.take(')') || !reader.done) throw reader.fault()
  return values
}

export function parseOrder(text: string): OrderTerm[] {
  const reader = new Reader('order', text)
  const terms: OrderTerm[] = []
  do {
    const column = reader.name()
    if (reader.take('(')) throw notImplemented('ordering by an embedded table')
    const descending = reader.take('.desc')
    if (!descending) reader.take('.asc')
    const nulls = reader.take('.nullsfirst') ? 'first' : reader.take('.nullslast') ? 'last' : null
    terms.push({ column, descending, nulls })
  } while (reader.take(','))
  if (!reader.done) throw reader.fault()
  return terms
}

/** Reads a list of column names, as in `columns` and `on_conflict`. */
export function parseNames(parameter: string, text: string): string[] {
  const reader = new Reader(parameter, text)
  const names: string[] = []
  do names.push(reader.name())
  while (reader.take(','))
  if (!reader.done) throw reader.fault()
  return names
}
