/** Real and forged sessions. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { codeOf } from '../codes'
import { newAdmin } from '../recovery'
import type { Studio } from '../studio'
import { client } from './admin'

/** A session of this person from the Auth server. */
export async function sessionOf(
  studio: Studio,
  who: 'admin' | 'member' | { email: string; password: string },
) {
  const person = typeof who === 'string' ? studio.people[who] : who
  const { data } = await (await client(studio, person)).auth.getSession()
  if (!data.session) throw new Error('Nobody is signed in.')
  return data.session
}

/** Creates an admin with a phone for one test. Returns its key and a session at aal2. */
export async function withPhone(studio: Studio, name: string) {
  const person = await newAdmin(studio, name)
  const supabase = await client(studio)
  await supabase.auth.signInWithPassword(person)
  const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const secret = data?.totp.secret ?? ''
  const factorId = data?.id ?? ''
  await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  const { session } = (await supabase.auth.getSession()).data
  return { ...person, secret, factorId, session }
}

/** The site's cookie for this session. */
export function cookieOf(session: unknown): string {
  return `studio-session=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token's claims, unverified. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

/** A token with these claims, signed by this key. */
export const sign = async (claims: Record<string, unknown>, key: JWK, header = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: key.kid ?? '', ...header })
    .sign(await importJWK(key, 'ES256'))

/** The private key of the studio's Auth server. */
export const signingKey = ({ data }: Studio) =>
  (JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { signingKey: JWK }).signingKey

/** Forged tokens of an admin, keyed by how each is forged. */
export async function forgeries(studio: Studio): Promise<Record<string, string>> {
  const { access_token: token } = await sessionOf(studio, 'member')
  const [header = '', , signature = ''] = token.split('.')
  const claims = { ...claimsOf(token), app_metadata: { role: 'admin' } }
  const { kid } = signingKey(studio)
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const other: JWK = { ...(await exportJWK(privateKey)), kid }
  const publicJwk = await exportJWK(publicKey)
  const served = JSON.stringify(
    ((await (await fetch(`${studio.supabaseUrl}/auth/v1/.well-known/jwks.json`)).json()) as { keys: JWK[] })
      .keys[0],
  )
  return {
    'claims changed, signature kept': `${header}.${encode(claims)}.${signature}`,
    'no signature': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    'no signature, but the key named': `${encode({ alg: 'none', kid })}.${encode(claims)}.${signature}`,
    'signed by another project, under our key’s name': await sign(claims, other),
    'signed by a key that it brings along': await sign(claims, other, { jwk: publicJwk }),
    'signed by a key that it names an address for': await sign(claims, other, {
      jku: 'https://evil.example/jwks.json',
    }),
    'signed with the public key as a secret': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(served)),
  }
}
