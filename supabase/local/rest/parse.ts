/** The results contain names and values, no SQL. */
import { notImplemented, RestError } from './errors'

export type SelectItem =
  { kind: 'all' } | { kind: 'column'; name: string } | { kind: 'embed'; name: string; items: SelectItem[] }

export interface Filter {
  column: string
  operator: (typeof OPERATORS)[number]
  /** A list only for the operator `in`. */
  values: string[]
}

export interface OrderTerm {
  column: string
  descending: boolean
  nulls: 'first' | 'last' | null
}

export interface Logic {
  logic: 'and' | 'or'
  conditions: Condition[]
}

export type Condition = Filter | Logic

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'in', 'is'] as const

class Reader {
  private at = 0
  constructor(
    private readonly parameter: string,
    private readonly text: string,
  ) {}

  take(token: string): boolean {
    const found = this.peek(token)
    if (found) this.at += token.length
    return found
  }
  /** Text in quotes, or letters, digits, `_`, `$` and spaces. */
  name(): string {
    return this.quoted() ?? this.match(/[\p{L}\p{N}_$ ]+/uy).trim()
  }
  element(): string {
    return this.quoted() ?? this.match(/[^,)]*/y)
  }
  word(): string {
    return this.match(/[a-z]+(?:\([a-z]+\))?/y)
  }
  rest(): string {
    return this.match(/.*/sy)
  }
  peek(token: string): boolean {
    return this.text.startsWith(token, this.at)
  }
  list<T>(read: () => T): T[] {
    const items = [read()]
    while (this.take(',')) items.push(read())
    return items
  }
  end<T>(result: T): T {
    if (this.at < this.text.length) throw this.error()
    return result
  }
  error(): RestError {
    const place = `(line 1, column ${this.at + 1})`
    const message = `"failed to parse ${this.parameter} parameter (${this.text})" ${place}`
    return new RestError(400, 'PGRST100', message, 'unexpected input')
  }
  private quoted(): string | null {
    return this.take('"')
      ? this.match(/(?:[^"\\]|\\.)*"/sy)
          .slice(0, -1)
          .replaceAll(/\\(.)/gs, '$1')
      : null
  }
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined) throw this.error()
    this.at += found.length
    return found
  }
}

/** The maximum depth of embeds; the site's calls have a depth of one. */
const MAX_EMBEDS = 10

export function parseSelect(text: string): SelectItem[] {
  const reader = new Reader('select', text)
  let depth = 0
  const item = (): SelectItem => {
    if (reader.take('*')) return { kind: 'all' }
    if (reader.take('...')) throw notImplemented('spread embeds')
    const name = reader.name()
    if (['!', ':', '->', '.', '()'].some((token) => reader.take(token))) {
      throw notImplemented('hints, join types, aliases, casts, JSON paths and aggregates in select')
    }
    if (!reader.take('(')) return { kind: 'column', name }
    if (++depth > MAX_EMBEDS) throw reader.error()
    const items = reader.list(item)
    if (!reader.take(')')) throw reader.error()
    depth--
    return { kind: 'embed', name, items }
  }
  return reader.end(reader.list(item))
}

/** `column=operator.value` or `or=(column.operator.value,…)`. */
export function parseFilter(column: string, text: string): Condition {
  if (column === 'and' || column === 'or') {
    const reader = new Reader('logic tree', text)
    return reader.end(readLogic(reader, column))
  }
  if (/->|\./.test(column)) throw notImplemented('filters on JSON paths and embedded tables')
  const [, word, value = ''] = /^([a-z]+(?:\([a-z]+\))?)\.(.*)$/s.exec(text) ?? []
  if (word === undefined) throw new Reader('filter', text).error()
  const operator = operatorOf(word)
  const reader = new Reader('filter', value)
  const values = operator === 'in' ? readValues(reader) : [reader.rest()]
  return reader.end(toFilter(reader, column, operator, values))
}

/** The maximum depth of nested `and` and `or`; the site's calls have a depth of one. */
const MAX_LOGIC = 10

function readLogic(reader: Reader, logic: Logic['logic'], depth = 1): Logic {
  if (depth > MAX_LOGIC || !reader.take('(')) throw reader.error()
  const conditions = reader.list((): Condition => {
    const inner = (['and', 'or'] as const).find((name) => reader.peek(`${name}(`))
    if (inner && reader.take(inner)) return readLogic(reader, inner, depth + 1)
    const column = reader.name()
    if (!reader.take('.')) throw reader.error()
    const operator = operatorOf(reader.word())
    if (!reader.take('.')) throw reader.error()
    const values = operator === 'in' ? readValues(reader) : [reader.element()]
    return toFilter(reader, column, operator, values)
  })
  if (!reader.take(')')) throw reader.error()
  return { logic, conditions }
}

function operatorOf(word: string): Filter['operator'] {
  const operator = OPERATORS.find((known) => known === word)
  if (!operator) throw notImplemented(`the filter operator "${word}"`)
  return operator
}

function readValues(reader: Reader): string[] {
  if (!reader.take('(')) throw reader.error()
  if (reader.take(')')) return []
  const values = reader.list(() => reader.element())
  if (!reader.take(')')) throw reader.error()
  return values
}

function toFilter(reader: Reader, column: string, operator: Filter['operator'], values: string[]): Filter {
  const [value = ''] = values
  if (operator === 'is' && !/^(null|not_null|true|false|unknown)$/i.test(value)) throw reader.error()
  // Clients write `*` for SQL's `%`, which a URL would have to encode.
  return { column, operator, values: operator === 'like' ? [value.replaceAll('*', '%')] : values }
}

export function parseOrder(text: string): OrderTerm[] {
  const reader = new Reader('order', text)
  const term = (): OrderTerm => {
    const column = reader.name()
    if (reader.take('(')) throw notImplemented('ordering by an embedded table')
    const descending = reader.take('.desc')
    if (!descending) reader.take('.asc')
    const nulls = reader.take('.nullsfirst') ? 'first' : reader.take('.nullslast') ? 'last' : null
    return { column, descending, nulls }
  }
  return reader.end(reader.list(term))
}

export function parseNames(parameter: string, text: string): string[] {
  const reader = new Reader(parameter, text)
  return reader.end(reader.list(() => reader.name()))
}
