import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { site } from '@/lib/content/studio'
import { paths } from '@/lib/paths'
import { MAILS } from '@/supabase/local/auth/mails'

const config = readToml(readFileSync('supabase/config.toml', 'utf8'))
const hosted = { ...config.auth, ...config['remotes.production.auth'] }

test('pushing config.toml locks no admin out: sign-in by e-mail stays, sign-up is closed', () => {
  // In [auth.email], enable_signup is the sign-in by e-mail, not sign-up.
  expect(config['auth.email']).toMatchObject({ enable_signup: true })
  expect(hosted).toMatchObject({ enable_signup: false, enable_anonymous_sign_ins: false, jwt_expiry: 900 })
})

test('pushing config.toml gives the hosted project its own values, none of a developer’s machine', () => {
  expect(hosted.site_url).toBe(site.url)
  expect(JSON.stringify(config)).not.toMatch(/localhost|127\.0\.0\.1/)
  expect(config['remotes.production']?.project_id, 'else the CLI reads none of the file').toMatch(
    /^[a-z]{20}$/,
  )
  expect(config['remotes.production.db.seed'], 'else the first schedule is missing').toEqual({
    enabled: true,
  })
})

test('pushing config.toml keeps the recovery link working, with a long code', () => {
  expect(config['auth.email']).toMatchObject({ max_frequency: '1m0s', otp_length: 10, otp_expiry: 3600 })
  expect(hosted.site_url, 'a slash at its end would be doubled').not.toMatch(/\/$/)
  const template = config['auth.email.template.recovery']
  // The CLI resolves these two paths from different folders.
  const recovery = readFileSync(template?.content_path as string, 'utf8')
  expect(recovery).toContain(`href="{{ .SiteURL }}${paths.password}/{{ .TokenHash }}"`)
  const notice = config['auth.email.notification.password_changed']
  expect(notice).toMatchObject({ enabled: true })
  const changed = readFileSync(join('supabase', notice?.content_path as string), 'utf8')
  expect(changed).toContain(`href="{{ .SiteURL }}${paths.forgotten}"`)
  expect(template?.subject, 'as the embedded server mails it').toBe(MAILS.recovery.subject)
})

test('the mail about a new code says first who removes it, then how to set a new password', () => {
  for (const kind of ['factor_enrolled', 'factor_unenrolled'] as const) {
    const notice = config[`auth.email.notification.mfa_${kind}`]
    expect(notice).toEqual({
      enabled: true,
      subject: MAILS[kind].subject,
      content_path: `./templates/${kind}.html`,
    })
  }
  const added = readFileSync('supabase/templates/factor_enrolled.html', 'utf8')
  expect(added).toMatch(
    /another admin[^]+--reset-factor[^]+set another password[^]+href="{{ \.SiteURL }}\/login\/forgotten"/,
  )
})

/** The values of a TOML file, by table. Each value must be on one line. */
function readToml(text: string): Record<string, Record<string, unknown>> {
  const tables: Record<string, Record<string, unknown>> = {}
  let table: Record<string, unknown> = {}
  for (const line of text.split('\n')) {
    const name = /^\[(.+)\]$/.exec(line)?.[1]
    const [, key, value] = /^(\w+) = (.+)$/.exec(line) ?? []
    if (name) table = tables[name] = {}
    else if (key && value) table[key] = JSON.parse(value)
    else if (line && !line.startsWith('#')) throw new Error(`Neither a table nor a value: ${line}`)
  }
  return tables
}
