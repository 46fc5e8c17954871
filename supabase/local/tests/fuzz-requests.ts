/** Generated requests to the embedded Supabase. */
import fc from 'fast-check'
import { junk, junkPart, mostly } from '@/tests/fuzz'
import { args, columns, functions, header, jsonBody, query, relations, uuid, value } from './fuzz-words'

/** Whose keys a request carries. */
export type Who = 'visitor' | 'member' | 'admin' | 'nobody'
const who = fc.constantFrom<Who>('visitor', 'visitor', 'member', 'admin', 'nobody')
/** Requests like those of PostgREST's clients, and unlike. */
export const rest = fc.record({
  who,
  method: mostly(
    fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
    fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'),
  ),
  path: fc.oneof(
    mostly(fc.constantFrom(...relations), junkPart).map((name) => `/rest/v1/${name}`),
    mostly(fc.constantFrom(...functions), junkPart).map((name) => `/rest/v1/rpc/${name}`),
    junkPart.map((part) => `/${part}`),
  ),
  query,
  headers: fc.array(header, { maxLength: 3 }),
  body: fc.oneof(jsonBody(columns), jsonBody(args), fc.constant('')),
})
/** Requests like those of GoTrue's clients, and unlike. */
export const auth = fc.record({
  who,
  method: mostly(fc.constantFrom('POST', 'GET'), fc.constantFrom('PUT', 'DELETE', 'PATCH')),
  path: mostly(
    fc.constantFrom(
      '/token',
      '/token',
      '/user',
      '/logout',
      '/signup',
      '/admin/users',
      `/admin/users/${uuid}`,
      '/health',
      '/.well-known/jwks.json',
    ),
    junkPart.map((part) => `/${part}`),
  ).map((path) => `/auth/v1${path}`),
  query: mostly(
    fc.constantFrom(
      'grant_type=refresh_token',
      'grant_type=refresh_token',
      'grant_type=password',
      'scope=global',
      'page=1&per_page=9',
    ),
    query,
  ),
  headers: fc.array(header, { maxLength: 2 }),
  body: fc.oneof(
    fc.record({ email: value, password: value }).map((body) => JSON.stringify(body)),
    fc.record({ refresh_token: junk }).map((body) => JSON.stringify(body)),
    jsonBody(['email', 'password', 'refresh_token', 'app_metadata', 'user_metadata', 'data', 'role']),
  ),
})
