/** A REST request taken apart: parameters, preferences, media types, range. What is not served is refused here. */
import { notImplemented, RestError } from './errors'
import {
  parseFilter,
  parseNames,
  parseOrder,
  parseSelect,
  type Filter,
  type OrderTerm,
  type SelectItem,
} from './parse'

/** Most rows a read returns, as on hosted projects. */
export const MAX_ROWS = 1000

export interface RestRequest {
  method: string
  select: SelectItem[]
  filters: Filter[]
  order: OrderTerm[]
  offset: number
  limit: number
  /** Column names of `columns=`, or null. */
  columns: string[] | null
  onConflict: string[] | null
  returnRows: boolean
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  /** The client asked for one object instead of a list. */
  single: boolean
  /** The body as it came; '' when there is none. */
  body: string
}

export async function parseRequest(request: Request, url: URL): Promise<RestRequest> {
  const { select, order, columns, on_conflict: onConflict, filters } = parameters(url)
  const preferences = parsePrefer(request.headers.get('prefer') ?? '')
  checkProfile(request)
  return {
    method: request.method,
    select: parseSelect(select ?? '*'),
    filters,
    order: order ? parseOrder(order) : [],
    ...range(request, url),
    columns: columns === undefined ? null : parseNames('columns', columns),
    onConflict: onConflict === undefined ? null : parseNames('on_conflict', onConflict),
    returnRows: preferences.return === 'representation',
    resolution: preferences.resolution,
    single: wantsSingle(request.headers.get('accept') ?? '*/*'),
    body: await request.text(),
  }
}

const RESERVED = ['select', 'order', 'columns', 'on_conflict', 'limit', 'offset'] as const

function parameters(url: URL) {
  const found: Partial<Record<(typeof RESERVED)[number], string>> & { filters: Filter[] } = { filters: [] }
  for (const [name, value] of url.searchParams) {
    const reserved = RESERVED.find((known) => known === name)
    if (reserved) found[reserved] = value
    else found.filters.push(parseFilter(name, value))
  }
  return found
}

function parsePrefer(header: string) {
  let returns: 'minimal' | 'representation' = 'minimal'
  let resolution: RestRequest['resolution'] = null
  for (const preference of header.split(',').map((part) => part.trim())) {
    if (preference === '' || preference === 'return=minimal') continue
    else if (preference === 'return=representation') returns = 'representation'
    else if (preference === 'resolution=merge-duplicates') resolution = 'merge-duplicates'
    else if (preference === 'resolution=ignore-duplicates') resolution = 'ignore-duplicates'
    else throw notImplemented(`the preference "${preference}"`)
  }
  return { return: returns, resolution }
}

function checkProfile(request: Request) {
  const profile = request.headers.get('accept-profile') ?? request.headers.get('content-profile') ?? 'public'
  if (profile === 'public') return
  throw new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${profile}`,
    null,
    'Only the following schemas are exposed: public',
  )
}

function wantsSingle(accept: string): boolean {
  const types = accept.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase())
  if (accept.includes('nulls=stripped')) throw notImplemented('nulls=stripped')
  if (types.includes('application/vnd.pgrst.object+json')) return true
  if (types.some((type) => type === 'application/json' || type === '*/*')) return false
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

/** Offset and limit of the parameters and, for reads, of the Range header; never more than MAX_ROWS. */
function range(request: Request, url: URL): { offset: number; limit: number } {
  const number = (name: string) => {
    const text = url.searchParams.get(name)
    return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null
  }
  const unsatisfiable = (details: string) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', details)
  const limit = number('limit')
  if (limit !== null && limit < 0) throw unsatisfiable('Limit should be greater than or equal to zero.')
  let first = Math.max(0, number('offset') ?? 0)
  let end = limit === null ? Infinity : first + limit
  const header =
    request.method === 'GET' ? /^(\d{1,15})-(\d{0,15})$/.exec(request.headers.get('range') ?? '') : null
  if (header) {
    const last = header[2] ? Number(header[2]) : Infinity
    if (last < Number(header[1])) {
      throw unsatisfiable(
        'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      )
    }
    first = Math.max(first, Number(header[1]))
    end = Math.min(end, last + 1)
  }
  return { offset: first, limit: Math.max(0, Math.min(end - first, MAX_ROWS)) }
}
