/** Accounts: made and changed with the secret key only, shown as GoTrue shows a user. */
import bcrypt from 'bcryptjs'
import type { Run } from '../database'
import { AuthError } from './errors'

const COST = 10

/** What an admin may give when making or changing a user. */
export interface UserParams {
  email?: string
  password?: string
  email_confirm?: boolean
  app_metadata?: Record<string, unknown>
  user_metadata?: Record<string, unknown>
}

/** A bcrypt hash in the `$2a$` form that GoTrue and pgcrypto read. Throws AuthError for more than 72 bytes, which bcrypt would cut off. */
export async function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password) > 72) {
    throw new AuthError(400, 'validation_failed', 'bcrypt: password length exceeds 72 bytes')
  }
  return (await bcrypt.hash(password, COST)).replace(/^\$2b\$/, '$2a$')
}

// GoTrue's field order and formats; jsonb_strip_nulls stands for its omitempty.
const USER_JSON = `
  jsonb_strip_nulls(jsonb_build_object(
    'id', u.id, 'aud', 'authenticated', 'role', 'authenticated', 'email', u.email, 'phone', '',
    'email_confirmed_at', auth_time(u.email_confirmed_at), 'confirmed_at', auth_time(u.email_confirmed_at),
    'last_sign_in_at', auth_time(u.last_sign_in_at), 'created_at', auth_time(u.created_at),
    'updated_at', auth_time(u.updated_at), 'is_anonymous', false)) || jsonb_build_object(
    'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'identities', jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
      'identity_id', u.identity_id, 'id', u.id, 'user_id', u.id, 'provider', 'email', 'email', u.email,
      'identity_data', jsonb_build_object('email', u.email, 'email_verified', false, 'phone_verified', false, 'sub', u.id),
      'last_sign_in_at', auth_time(u.created_at), 'created_at', auth_time(u.created_at),
      'updated_at', auth_time(u.created_at)))))`.replace(
  /auth_time\((.*?)\)/g,
  `to_char($1 at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
)

export interface User {
  id: string
  email: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
}

/** The user as GoTrue shows it, or null. */
export async function findUser(run: Run, id: string): Promise<User | null> {
  const [row] = await run<{ user: User }>(
    `select ${USER_JSON} as "user" from auth.users u where id = $1::uuid`,
    [id],
  )
  return row?.user ?? null
}

/** One page of the users, newest first; pages count from 1. */
export async function listUsers(
  run: Run,
  page: number,
  perPage: number,
): Promise<{ users: User[]; total: number }> {
  const [row] = await run<{ users: User[]; total: number }>(
    `select (select count(*)::int from auth.users) as total,
            coalesce((select jsonb_agg(p."user") from (
              select ${USER_JSON} as "user" from auth.users u order by u.created_at desc, u.id limit $1::int offset $2::int) p), '[]') as users`,
    [String(perPage), String((page - 1) * perPage)],
  )
  return row ?? { users: [], total: 0 }
}

/** Makes a user. The caller has hashed the password already, for hashing must not hold the database. */
export async function createUser(run: Run, params: UserParams, passwordHash: string): Promise<User | null> {
  const [row] = await run<{ id: string }>(
    `insert into auth.users (email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values (lower($1), $2, case when $3 = 'true' then now() end,
             '{"provider": "email", "providers": ["email"]}'::jsonb || $4::jsonb,
             $5::jsonb || case when $3 = 'true' then '{"email_verified": true}'::jsonb else '{}' end)
     on conflict (email) do nothing returning id`,
    [
      params.email ?? '',
      passwordHash,
      String(params.email_confirm === true),
      JSON.stringify(params.app_metadata ?? {}),
      JSON.stringify(params.user_metadata ?? {}),
    ],
  )
  if (!row)
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  return findUser(run, row.id)
}

/** Changes a user; metadata is merged key by key, and a new password ends every session. */
export async function updateUser(
  run: Run,
  id: string,
  params: UserParams,
  passwordHash: string | null,
): Promise<User | null> {
  await run(
    `update auth.users set
       email = coalesce(lower($2), email),
       encrypted_password = coalesce($3, encrypted_password),
       email_confirmed_at = case when $4 = 'true' then now() else email_confirmed_at end,
       raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || $5::jsonb),
       raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || $6::jsonb
         || case when $4 = 'true' then '{"email_verified": true}'::jsonb else '{}' end),
       updated_at = now()
     where id = $1::uuid`,
    [
      id,
      params.email ?? null,
      passwordHash,
      String(params.email_confirm === true),
      JSON.stringify(params.app_metadata ?? {}),
      JSON.stringify(params.user_metadata ?? {}),
    ],
  )
  if (passwordHash !== null) await run('delete from auth.sessions where user_id = $1::uuid', [id])
  return findUser(run, id)
}
