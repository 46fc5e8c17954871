/** Users have the shape of GoTrue's responses. */
import bcrypt from 'bcryptjs'
import type { Run } from '../database'
import { AuthError } from './errors'

export interface UserParams {
  email?: string
  password?: string
  email_confirm?: boolean
  app_metadata?: Record<string, unknown>
}

export interface User {
  id: string
  email: string
  app_metadata: object
  user_metadata: object
}

/** In the form `$2a$` that GoTrue and pgcrypto read. Throws AuthError above 72 bytes: bcrypt ignores further ones. */
export async function hashPassword(password: string): Promise<string> {
  const tooLong = Buffer.byteLength(password) > 72
  if (tooLong) throw new AuthError(400, 'validation_failed', 'bcrypt: password length exceeds 72 bytes')
  return (await bcrypt.hash(password, 10)).replace(/^\$2b\$/, '$2a$')
}

const time = (moment: string) => `to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const [created, confirmed] = [time('u.created_at'), time('u.email_confirmed_at')]
// The SQL expression for a user in GoTrue's shape; like GoTrue, it leaves out fields that are null.
const USER = `jsonb_strip_nulls(jsonb_build_object(
    'id', u.id, 'aud', 'authenticated', 'role', 'authenticated', 'email', u.email, 'phone', '', 'is_anonymous', false,
    'email_confirmed_at', ${confirmed}, 'confirmed_at', ${confirmed}, 'last_sign_in_at', ${time('u.last_sign_in_at')},
    'banned_until', ${time('u.banned_until')}, 'created_at', ${created}, 'updated_at', ${time('u.updated_at')}))
  || jsonb_build_object('app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'identities', jsonb_build_array(jsonb_build_object(
      'identity_id', u.identity_id, 'id', u.id, 'user_id', u.id, 'provider', 'email', 'email', u.email,
      'identity_data', jsonb_build_object('email', u.email, 'email_verified', false, 'phone_verified', false, 'sub', u.id),
      'last_sign_in_at', ${created}, 'created_at', ${created}, 'updated_at', ${created})))`

const FACTOR = `jsonb_strip_nulls(jsonb_build_object('id', f.id, 'created_at', ${time('f.created_at')},
    'updated_at', ${time('f.updated_at')}, 'status', f.status, 'friendly_name', f.friendly_name,
    'factor_type', f.factor_type, 'phone', '', 'last_challenged_at', ${time('f.last_challenged_at')}))`

/** The factors of a user `u`, oldest first. */
export const FACTORS = `(select jsonb_agg(${FACTOR} order by f.created_at) from auth.mfa_factors f where f.user_id = u.id)`

export async function findUser(run: Run, id: string): Promise<User | null> {
  const sql = `select ${USER} || jsonb_strip_nulls(jsonb_build_object('factors', ${FACTORS})) as "user"
    from auth.users u where id = $1::uuid`
  const [row] = await run<{ user: User }>(sql, [id])
  return row?.user ?? null
}

/** Newest first. The first page is 1. */
export async function listUsers(
  run: Run,
  page: number,
  perPage: number,
): Promise<{ users: User[]; total: number }> {
  const sql = `select ${USER} as "user", (count(*) over ())::int as total from auth.users u
    order by created_at desc, id limit $1::int offset $2::int`
  const rows = await run<{ user: User; total: number }>(sql, [String(perPage), String((page - 1) * perPage)])
  return { users: rows.map((row) => row.user), total: rows[0]?.total ?? 0 }
}

/** Takes a hash, because hashing here would block all other transactions. Throws AuthError if the address is taken. */
export async function createUser(run: Run, params: UserParams, passwordHash: string): Promise<User | null> {
  const sql = `insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values (lower($1), $2, '{"provider": "email", "providers": ["email"]}', '{}') on conflict (email) do nothing returning id`
  const [row] = await run<{ id: string }>(sql, [params.email ?? '', passwordHash])
  if (!row)
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  return updateUser(run, row.id, params, null)
}

/**
 * Merges app_metadata key by key; null removes a key. A new password ends all sessions except `kept`, and invalidates
 * mailed links.
 */
export async function updateUser(
  run: Run,
  id: string,
  params: UserParams,
  newHash: string | null,
  kept: string | null = null,
): Promise<User | null> {
  const confirms = params.email_confirm === true
  const metadata = [params.app_metadata ?? {}, confirms ? { email_verified: true } : {}]
  await run(
    `update auth.users set email = coalesce(lower($2), email), encrypted_password = coalesce($3, encrypted_password),
       email_confirmed_at = case when $4::boolean then now() else email_confirmed_at end,
       raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || $5::jsonb),
       raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || $6::jsonb), updated_at = now(),
       recovery_token = case when $3 is null then recovery_token else '' end,
       recovery_sent_at = case when $3 is null then recovery_sent_at end
     where id = $1::uuid`,
    [id, params.email ?? null, newHash, String(confirms), ...metadata.map((part) => JSON.stringify(part))],
  )
  const ended = 'delete from auth.sessions where user_id = $1::uuid and id is distinct from $2::uuid'
  if (newHash !== null) await run(ended, [id, kept])
  return findUser(run, id)
}
