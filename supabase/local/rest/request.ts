/** Throws an error that names a feature that is not implemented. */
import { notImplemented, RestError } from './errors'
import {
  parseFilter,
  parseNames,
  parseOrder,
  parseSelect,
  type Condition,
  type OrderTerm,
  type SelectItem,
} from './parse'

/** As on hosted projects. */
const MAX_ROWS = 1000

export interface RestRequest {
  select: SelectItem[]
  filters: Condition[]
  order: OrderTerm[]
  offset: number
  limit: number
  columns: string[] | null
  onConflict: string[] | null
  returnRows: boolean
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  countExact: boolean
  single: boolean
  body: string
}

const PARAMETERS = ['select', 'order', 'columns', 'on_conflict', 'limit', 'offset']

export async function parseRequest(request: Request, url: URL): Promise<RestRequest> {
  const parameter = (name: string) => url.searchParams.get(name)
  const preferences = preferencesOf(request)
  if (request.headers.has('range')) throw notImplemented('the Range header')
  const profile = request.headers.get('accept-profile') ?? request.headers.get('content-profile') ?? 'public'
  if (profile !== 'public') {
    const hint = 'Only the following schemas are exposed: public'
    throw new RestError(406, 'PGRST106', `Invalid schema: ${profile}`, null, hint)
  }
  const [columns, onConflict, order] = [parameter('columns'), parameter('on_conflict'), parameter('order')]
  const filters = [...url.searchParams].filter(([name]) => !PARAMETERS.includes(name))
  return {
    select: parseSelect(parameter('select') ?? '*'),
    filters: filters.map(([name, text]) => parseFilter(name, text)),
    order: order ? parseOrder(order) : [],
    ...rangeOf(url),
    columns: columns === null ? null : parseNames('columns', columns),
    onConflict: onConflict === null ? null : parseNames('on_conflict', onConflict),
    returnRows: preferences.includes('return=representation'),
    resolution:
      (['merge-duplicates', 'ignore-duplicates'] as const).find((r) =>
        preferences.includes(`resolution=${r}`),
      ) ?? null,
    countExact: preferences.includes('count=exact'),
    single: wantsSingle(request.headers.get('accept') ?? '*/*'),
    body: await request.text(),
  }
}

const PREFERENCES = [
  'return=minimal',
  'return=representation',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'count=exact',
]

function preferencesOf(request: Request): string[] {
  const given = (request.headers.get('prefer') ?? '').split(',').map((preference) => preference.trim())
  const unknown = given.find((preference) => preference !== '' && !PREFERENCES.includes(preference))
  if (unknown !== undefined) throw notImplemented(`the preference "${unknown}"`)
  return given
}

function wantsSingle(accept: string): boolean {
  const types = accept.split(',').map((type) => type.trim().toLowerCase())
  if (types.some((type) => /^application\/vnd\.pgrst\.object\+json(; *charset=.*)?$/.test(type))) return true
  if (types.some((type) => /^(application\/json|application\/\*|\*\/\*)(;.*)?$/.test(type))) return false
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

function rangeOf(url: URL): { offset: number; limit: number } {
  const number = (name: string) => {
    const text = url.searchParams.get(name) ?? ''
    return /^-?\d{1,15}$/.test(text) ? Number(text) : null
  }
  const limit = number('limit') ?? Infinity
  if (limit < 0) {
    const details = 'Limit should be greater than or equal to zero.'
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', details)
  }
  return { offset: Math.max(0, number('offset') ?? 0), limit: Math.min(limit, MAX_ROWS) }
}
