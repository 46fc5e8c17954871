// @module-tag full
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import type { Line } from '@/scripts/check-hosted/question'
import { nodeClient } from '@/scripts/supabase-client'
import { people } from '@/tests/people'
import { certificate, useWorld, type World } from './live-world'

describe.skipIf(!certificate)('before and after a site goes live', () => {
  const { check, embedded } = useWorld()
  const those = (lines: Line[], answer: boolean | null) =>
    lines
      .filter((line) => line.answer === answer)
      .map(({ question }) => question.replace(/ at https.*?,/, ','))

  const never = [
    'Mails are signed (DKIM)',
    'The other settings are those of supabase/config.toml',
    'A new password needs the present one at Auth too',
    'The mail for a forgotten password leads to the site',
    'A backup can be restored',
  ]

  test('without faults a read-only user gets true on every line that a program can check', async () => {
    const lines = await check()
    expect(lines.filter(({ answer }) => answer === false)).toEqual([])
    expect(those(lines, null)).toEqual(never)
    expect(those(lines, true)).toHaveLength(33)
    expect(lines.filter(({ answer, detail }) => answer !== true && !detail)).toEqual([])
  })

  test('without environment variables the check asks nothing, and lists the steps as docs/going-live.md does', async () => {
    const lines = await check(({ options }) => (options.env = { NODE_ENV: 'test' }))
    expect(those(lines, false)).toEqual([])
    expect(those(lines, null)).toHaveLength(23 + never.length)
    expect(lines[0]?.detail).toMatch(/^Make a project .+ as SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY\.$/)
    expect(lines.find(({ question }) => question === 'There is an admin')?.detail).toBe(
      'Run "npm run admin:create -- EMAIL". (needs SUPABASE_URL)',
    )
    const paper = readFileSync('docs/going-live.md', 'utf8').replaceAll("'", '’')
    const steps = [...paper.matchAll(/^## (\d\. .+)$/gm)].map(([, title]) => title)
    expect([...new Set(lines.map(({ step }) => step))]).toEqual(steps)
  })

  const admins = (role: string | null) => async () => {
    const { auth } = nodeClient(embedded(), embedded().secretKey)
    const { data: found } = await auth.admin.listUsers()
    const admin = found.users.find(({ email }) => email === people.admin.email)
    await auth.admin.updateUserById(admin?.id ?? '', { app_metadata: { role } })
  }
  type Settings = { disable_signup: boolean; external: object }
  const settings = (change: (given: Settings) => object) => (world: World) => {
    world.backend['/settings'] = change as (body: never) => object
  }
  const variable =
    (name: string, value: string) =>
    ({ options }: World) =>
      (options.env[name] = value)
  const sample =
    (line: string) =>
    ({ options }: World) =>
      (options.samples = [line])
  const waiting = `insert into public.inquiries (name, email) values ('Ana', 'ana@example.com');
    update private.outbox set due_at = now() - interval '16 minutes'`

  test.each<[string, (world: World) => unknown]>([
    ['The backend responds to the publishable key', variable('SUPABASE_URL', 'http://127.0.0.1:9')],
    ['The backend responds to the publishable key', variable('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x')],
    ['Nobody signs up by themselves', settings((given) => ({ ...given, disable_signup: false }))],
    [
      'Nobody signs in anonymously',
      settings((given) => ({ ...given, external: { ...given.external, anonymous_users: true } })),
    ],
    [
      'Admins can sign in by e-mail',
      settings((given) => ({ ...given, external: { ...given.external, email: false } })),
    ],
    [
      'Sessions are signed by an asymmetric key',
      ({ backend: responds }) => (responds['jwks.json'] = () => ({ keys: [] })),
    ],
    ['Realtime lets the admin’s page in', (world) => (world.realtime = 'private')],
    ['The database knows this site’s key', variable('SITE_SECRET', Buffer.alloc(32).toString('base64'))],
    ['There is an admin', admins(null)],
    ['Every admin has a code from their phone', ({ backend: responds }) => (responds['/factors'] = () => [])],
    ['Every migration is applied', ({ sql }) => sql('delete from supabase_migrations.schema_migrations')],
    [
      'There are hours in which calls can be booked',
      ({ sql }) => sql('update public.recurring_availability set is_available = false'),
    ],
    [
      'Realtime publishes the tables of the admin, and no other',
      ({ sql }) => sql('alter publication supabase_realtime drop table public.closed_dates'),
    ],
    [
      'Realtime publishes the tables of the admin, and no other',
      ({ sql }) => sql('alter publication supabase_realtime add table public.requests'),
    ],
    ['No mail has been waiting for more than 15 minutes', ({ sql }) => sql(waiting)],
    [
      'The database and the site count days in the same time zone',
      ({ sql }) =>
        sql(`create or replace function private.studio_zone() returns text
          language sql immutable set search_path = '' as $$ select 'Europe/Lisbon' $$`),
    ],
    [
      'The database and this Node change the studio’s clocks at the same moments',
      ({ options }) => (options.zone = 'Pacific/Fiji'),
    ],
    ['The site responds, by https', ({ options }) => (options.siteUrl = 'https://127.0.0.1:9')],
    ['The site responds, by https', ({ options }) => delete options.ca],
    ['The site responds, by https', ({ site: live }) => (live.hangs = true)],
    ['http leads there', ({ site: live }) => (live.redirects = false)],
    ['Browsers come by https alone (HSTS)', ({ site: live }) => (live.hsts = false)],
    [
      'The site reaches its database, which knows it',
      ({ site: live }) => (live.health = { status: 'ok', warning: 'no key' }),
    ],
    ['The prerendered pages have their Content-Security-Policy', ({ site: live }) => (live.policyOn = ['/'])],
    [
      'Sitemap and canonical links name this address',
      ({ site: live }) => (live.named = 'https://southcoast.example'),
    ],
    [
      'The site has the secret for /api/tasks, which sends mail and reads calendars',
      ({ site: live }) => (live.hasTasksSecret = false),
    ],
    ['The mail server lets the site in', variable('SMTP_URL', 'smtp://127.0.0.1:9')],
    [
      'The sender’s domain says which servers send for it (SPF)',
      ({ names: told }) => told.set('TXT calls.studio.test', 'google-site-verification=x'),
    ],
    [
      'The sender’s domain says what to do with forgeries (DMARC)',
      ({ names: told }) => told.delete('TXT _dmarc.studio.test'),
    ],
    ['The sender’s domain takes mail (MX)', ({ names: told }) => told.delete('MX calls.studio.test')],
    ['No founder is a sample', sample('lib/content/about.ts: about.founders[0] (Founder, design)')],
    ['No offer has sample terms', sample('lib/content/offer.ts: offerTerms')],
    [
      'No product in the portfolio is a sample',
      sample('lib/content/portfolio.ts: portfolio.items[0] (Crate)'),
    ],
    ['No other words or pictures are samples', sample('lib/content/studio.ts: site (South Coast Studio)')],
    [
      'Calls do not happen in the sample room',
      ({ sql }) => sql('update private.studio_settings set location_is_sample = true'),
    ],
  ])('one fault makes one line false: %s', async (question, breaks) => {
    const lines = await check(breaks)
    if (question === 'There is an admin') await admins('admin')()
    expect(those(lines, false)).toEqual([question])
    expect(lines.find(({ answer }) => answer === false)?.detail, 'what to do').toBeTruthy()
  })

  test('a sample that would go live is named with its file, as npm run samples names it', async () => {
    const line = 'lib/content/about.ts: about.founders[0] (Founder, design)'
    const lines = await check(sample(line))
    expect(lines.find(({ answer }) => answer === false)?.detail).toContain(line)
  })

  const noList = ({ sql }: World) => sql('drop schema supabase_migrations cascade')
  const details = (lines: Line[]) => lines.filter(({ answer }) => answer === null).map(({ detail }) => detail)

  test('a database without migrations gets only the line about migrations', async () => {
    const lines = await check(async (world) => {
      await noList(world)
      await world.sql('drop table public.bookings cascade')
    })
    expect(those(lines, false)).toEqual(['Every migration is applied'])
    expect(
      details(lines).filter((detail) => detail?.includes('the database has no tables of the site yet')),
    ).toHaveLength(5)
  })

  test('without an admin the line about codes from phones is not checked', async () => {
    const lines = await check(admins(null))
    await admins('admin')()
    expect(those(lines, null)).toEqual(expect.arrayContaining(['Every admin has a code from their phone']))
  })

  test('the command for the migrations fits a project of supabase.com, and a Supabase of one’s own', async () => {
    const push = async (url: string) => {
      const lines = await check(({ options }) => (options.env = { NODE_ENV: 'test', SUPABASE_URL: url }))
      return lines.find(({ question }) => question === 'Every migration is applied')?.detail
    }
    expect(await push('https://abc.supabase.co')).toMatch(
      'Run "npx supabase login" and "npx supabase link", then: npx supabase db push --include-seed --remote (',
    )
    expect(await push('https://127.0.0.1:9')).toBe(
      'Run: npx supabase db push --include-seed "--remote=$DATABASE_URL"',
    )
  })

  test('an unreachable database makes its own line false, and the password is not shown', async () => {
    const lines = await check(variable('DATABASE_URL', 'postgres://x:p4ssw0rd@127.0.0.1:9/x'))
    expect(those(lines, false)).toEqual(['The database lets this command read'])
    expect(those(lines, null)).toHaveLength(7 + never.length)
    expect(JSON.stringify(lines)).not.toContain('p4ssw0rd')
  })

  test.each([
    ['SITE_SECRET', 'too short', 'SITE_SECRET must be 32 random bytes'],
    ['MAIL_FROM', '', 'SMTP_URL is set but MAIL_FROM is not'],
    ['SUPABASE_PUBLISHABLE_KEY', '', 'SUPABASE_URL is set but SUPABASE_PUBLISHABLE_KEY is not'],
  ])('a wrong %s is named by the lines that need it', async (name, value, sentence) => {
    const lines = await check(variable(name, value))
    expect(those(lines, false)).toEqual([])
    expect(details(lines)).toContainEqual(expect.stringContaining(sentence))
  })

  test('every line that needs a key says if the key belongs to another project', async () => {
    const publishable = await check(variable('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x'))
    const sentence = 'SUPABASE_PUBLISHABLE_KEY is not a key of this project'
    expect(details(publishable).filter((detail) => detail?.includes(sentence))).toHaveLength(9)
    for (const key of ['sb_secret_x', embedded().publishableKey]) {
      const lines = await check(variable('SUPABASE_SECRET_KEY', key))
      expect(those(lines, false)).toEqual(['The secret key opens the project'])
      expect(lines.find(({ answer }) => answer === false)?.detail).toContain(
        'is not the project’s secret key',
      )
      const sentence = 'the secret key does not open the project'
      expect(details(lines).filter((detail) => detail?.includes(sentence))).toHaveLength(2)
    }
  })

  test.each<[string, (world: World) => unknown, number]>([
    ['migrations that the CLI did not apply', noList, 1],
    ['a database user that sees no rows', () => vi.stubEnv('PGUSER', 'sees_nothing'), 3],
    ['a Realtime that is away', (world) => (world.realtime = 'away'), 1],
    ['a Realtime that says nothing', (world) => (world.realtime = 'silent'), 1],
  ])('with %s its lines are not checked, none is false', async (_, breaks, count) => {
    const lines = await check(breaks)
    expect(those(lines, false)).toEqual([])
    expect(those(lines, null)).toHaveLength(count + never.length)
  })
})
