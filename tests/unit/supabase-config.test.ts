import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { site } from '@/lib/content/site'

const config = readToml(readFileSync('supabase/config.toml', 'utf8'))
const hosted = { ...config.auth, ...config['remotes.production.auth'] }

test('pushing the configuration locks no admin out: sign-in by e-mail stays, sign-up is closed', () => {
  // In [auth.email] it means the provider, not that people sign up by it.
  expect(config['auth.email']).toMatchObject({ enable_signup: true })
  expect(hosted).toMatchObject({ enable_signup: false, enable_anonymous_sign_ins: false, jwt_expiry: 900 })
})

test('pushing the configuration gives the hosted project its own values, and none of a developer’s', () => {
  expect(hosted.site_url).toBe(site.url)
  expect(JSON.stringify(config)).not.toMatch(/localhost|127\.0\.0\.1/)
  expect(config['remotes.production']?.project_id, 'else the CLI reads none of the file').toMatch(
    /^[a-z]{20}$/,
  )
  expect(config['remotes.production.db.seed'], 'else the first schedule is missing').toEqual({
    enabled: true,
  })
})

/** What a TOML file with one value a line says, by the names of its tables. */
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
