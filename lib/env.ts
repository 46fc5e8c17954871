export interface Backend {
  url: string
  publishableKey: string
}

/** At run time, so that one build serves any environment. Throws one readable sentence if only one variable is set. */
export function readBackend(env: Record<string, string | undefined> = process.env): Backend | null {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey } = env
  if (!url && !publishableKey) return null
  if (!url || !publishableKey) {
    const [set, missing] = url
      ? ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY']
      : ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_URL']
    throw new Error(`${set} is set but ${missing} is not: set both, or neither for the embedded Supabase.`)
  }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error(`SUPABASE_URL must be an http(s) address, but it is "${url}".`)
  }
  return { url: url.replace(/([^/])\/+$/, '$1'), publishableKey }
}

/** Throws if none is configured; `npm start` always configures one. */
export function requireBackend(): Backend {
  const backend = readBackend()
  if (!backend)
    throw new Error(
      'No Supabase is configured: set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY, or use `npm start`, which brings its own.',
    )
  return backend
}

/** Each proxy adds an entry at the end of `X-Forwarded-For`. With 0, the site ignores the header. */
export function trustedProxies(env: Record<string, string | undefined> = process.env): number {
  const count = Number(env.TRUSTED_PROXIES ?? 0)
  if (!Number.isInteger(count) || count < 0) {
    throw new Error(`TRUSTED_PROXIES must be a whole number from 0, but it is "${env.TRUSTED_PROXIES}".`)
  }
  return count
}

/** 32 random bytes in base64; undefined if not set. Throws one readable sentence, without the value, if invalid. */
export function siteSecret(env: Record<string, string | undefined> = process.env): string | undefined {
  return readSecret('SITE_SECRET', env)
}

/** The secret before its last change, so that earlier links stay valid. Throws like {@link siteSecret}. */
export function previousSiteSecret(
  env: Record<string, string | undefined> = process.env,
): string | undefined {
  return readSecret('SITE_SECRET_PREVIOUS', env)
}

function readSecret(name: string, env: Record<string, string | undefined>): string | undefined {
  const secret = env[name]
  if (!secret) return undefined
  if (!/^[\w+/-]{43}=?$/.test(secret)) {
    throw new Error(`${name} must be 32 random bytes in base64: "openssl rand -base64 32" makes one.`)
  }
  return secret
}
