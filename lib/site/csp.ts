/**
 * The site's Content-Security-Policy (CSP Level 3). `scripts` are the sources of inline scripts that may run, as nonces or hashes;
 * `connect` further origins that the page's scripts may call. Inline styles are allowed: toasts and popovers set them.
 */
export function contentSecurityPolicy(scripts: string[], connect: string[] = []): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts.map((source) => `'${source}'`)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** The origins by which a browser reaches a Supabase: its own, and the same for the realtime socket. */
export function backendOrigins(url: string): string[] {
  const { origin } = new URL(url)
  return [origin, origin.replace(/^http/, 'ws')]
}
