import { createHash } from 'node:crypto'

/** Inline styles are allowed, because toasts and popovers set them. */
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

export function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

export function backendOrigins(url: string): string[] {
  const { origin } = new URL(url)
  return [origin, origin.replace(/^http/, 'ws')]
}
