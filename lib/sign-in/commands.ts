import 'server-only'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { clientIp } from '../client-ip'
import { describeError } from '../describe-error'
import { cookies, headers } from '../next'
import { cameByHttps } from '../supabase/options'
import { siteKey } from '../supabase/site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'

/** Identifies a browser after its first sign-in: 32 random bytes, base64url. */
const DEVICE_COOKIE = 'studio-device'
const DEVICE_DAYS = 180

/**
 * `known_place`: the account has signed in from this browser or IP address before. While strangers try many passwords,
 * `admitted_busy`: yes, and `unknown_email`: no, because no account has this e-mail address.
 */
const admission = z.enum(['known_place', 'admitted', 'admitted_busy', 'unknown_email', 'too_many'])
type Admission = z.infer<typeof admission>

/**
 * The database counts the attempt, because the Auth server sees only the site's IP address. A site key that the
 * database does not know locks no admin out. Throws if the database cannot be reached.
 */
export async function admitPassword(email: string): Promise<Admission> {
  const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('admit_password', await argsOf(email))
  if (error?.message === 'not_signed') {
    console.error('sign-in: the database does not know the key of this site. Run "npm run site-key".')
    return 'admitted'
  }
  if (error) throw error
  return admission.parse(data)
}

/** The IP address is known for 30 days, the browser for 180 days, by a cookie. Does not throw. */
export async function recordPassword(email: string): Promise<void> {
  const { data: device, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('record_password', {
    ...(await argsOf(email)),
    p_new_device: randomBytes(32).toString('base64url'),
  })
  if (error && error.message !== 'not_signed')
    console.error('sign-in: the database did not record it.', describeError(error))
  if (!device) return
  const jar = await cookies()
  jar.set(DEVICE_COOKIE, device, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/', // the admin's settings ask for a password too
    secure: cameByHttps(await headers()),
    maxAge: DEVICE_DAYS * 24 * 60 * 60,
  })
}

async function argsOf(email: string) {
  const device = (await cookies()).get(DEVICE_COOKIE)?.value
  return {
    p_site_key: siteKey() ?? '',
    p_email: storableEmail(email),
    p_address: clientIp(await headers()),
    p_device: device && /^[\w-]{43}$/.test(device) ? device : undefined,
  }
}

/** Without NUL and unpaired surrogates, which Postgres cannot store in a text. */
export function storableEmail(email: string): string {
  return email.replace(/\0|\p{Surrogate}/gu, '')
}
