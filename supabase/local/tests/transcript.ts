/**
 * The parts that record-transcript.ts and transcript.test.ts share: the type of a call, its placeholders, the compared
 * parts of a response, and the wording of PostgREST 16.
 */

/**
 * The access token of a call; `visitor` has none. Another key signed `forged`; `expired` ended a minute ago.
 */
export type TokenKind = 'visitor' | 'admin' | 'member' | 'expired' | 'forged' | 'malformed'

export interface Call {
  name: string
  as: TokenKind
  method: string
  /**
   * The path after /rest/v1/. `{date}` stands for a bookable Monday, `{id}` for the id that a function returned last.
   */
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface RecordedResponse {
  status: number
  contentRange: string | null
  preferenceApplied: string | null
  contentType: string | null
  body: string
}

const monday = nextMonday()

/**
 * A Monday one to two weeks ahead. It is never the studio's today, and always within the dates that visitors can
 * book.
 */
function nextMonday(): string {
  const day = new Date(Date.now() + 7 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

export function fill(text: string, id: string): string {
  return text.replaceAll('{date}', monday).replaceAll('{id}', id)
}

/** The id in the body, if a function returned an id; else `before`, the previous id. */
export function idOf(body: string, before: string): string {
  return /^"([0-9a-f-]{36})"$/.exec(body)?.[1] ?? before
}

/**
 * The parts of a response that the test compares. Replaces values that differ between runs: the date, timestamps, and
 * random ids and rooms.
 */
export function normalize(response: Response, body: string): RecordedResponse {
  return {
    status: response.status,
    contentRange: response.headers.get('content-range'),
    preferenceApplied: response.headers.get('preference-applied'),
    contentType: body === '' ? null : response.headers.get('content-type'),
    body: body
      .replaceAll(/(?!0{8}-)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/"room":"[a-z]{12}"/g, '"room":"<room>"')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00/g, '<moment>')
      .replaceAll(monday, '{date}'),
  }
}

interface ErrorBody {
  code: string
  details: string | null
  hint: string | null
  message: string
}

/** Converts an error of PostgREST 12 to that of PostgREST 16, which hosted projects run. */
export function asRelease16(call: Call, response: RecordedResponse): RecordedResponse {
  if (response.status < 400) return response
  const error = JSON.parse(response.body) as ErrorBody
  const change = (status: number, changes: Partial<ErrorBody>) => {
    const { code, details, hint, message } = { ...error, ...changes }
    return { ...response, status, body: JSON.stringify({ code, details, hint, message }) }
  }
  if (error.code === 'PGRST116') {
    const contentType = 'application/json; charset=utf-8' // 12 sends it twice
    return { ...change(406, { message: 'Cannot coerce the result to a single JSON object' }), contentType }
  }
  if (error.code === '42P01') {
    const table = call.path.split('?')[0]
    return change(404, {
      code: 'PGRST205',
      message: `Could not find the table 'public.${table}' in the schema cache`,
    })
  }
  if (error.code === 'PGRST301' && error.message === 'JWT expired') return change(401, { code: 'PGRST303' })
  if (error.message.includes('JWSInvalidSignature')) {
    const details = 'None of the keys was able to decode the JWT'
    return change(401, { message: 'No suitable key or wrong key type', details })
  }
  const parts = /Expected 3 parts; got (\d+)/.exec(error.message)?.[1]
  if (parts) return change(401, { message: `Expected 3 parts in JWT; got ${parts}` })
  if (error.code === 'PGRST204') {
    const column = /^Column '(.*?)'/.exec(error.message)?.[1]
    return change(400, {
      message: `Could not find the '${column}' column of '${call.path.split('?')[0]}' in the schema cache`,
    })
  }
  if (error.code === 'PGRST107') return change(406, {})
  if (error.code === 'PGRST106') {
    const schema = call.headers?.['accept-profile'] ?? ''
    const hint = 'Only the following schemas are exposed: public'
    return change(406, { message: `Invalid schema: ${schema}`, hint })
  }
  return response
}
