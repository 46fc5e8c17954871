/** The questions to a Supabase project, with its publishable key and its secret key. */
import type { User } from '@supabase/supabase-js'
import { readBackend, siteSecret } from '../../lib/env'
import { siteKey } from '../../lib/supabase/site-key'
import { checkSecretKey } from '../secret-key'
import { nodeClient } from '../supabase-client'
import { get } from './http'
import { byHand, need, NotChecked, once, type Question } from './question'
import { opensChannel } from './realtime'

interface Settings {
  disable_signup: boolean
  external: { email: boolean; anonymous_users: boolean }
}

/** The questions to the project, to its database about the site's key, and about its admins. */
export function supabaseQuestions(env: NodeJS.ProcessEnv): Record<'project' | 'key' | 'admins', Question[]> {
  function backend() {
    const found = readBackend(env)
    if (!found) throw new NotChecked('set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY')
    return found
  }
  async function read<Body>(path: string): Promise<Body> {
    const { url, publishableKey } = backend()
    const { status, body } = await get(`${url}/auth/v1/${path}`, { headers: { apikey: publishableKey } })
    if (status !== 200) throw Object.assign(new Error('refused'), { code: `HTTP ${status}` })
    return JSON.parse(body) as Body
  }
  const settings = once(() => read<Settings>('settings'), 'the Auth server does not respond', {
    'HTTP 401': 'SUPABASE_PUBLISHABLE_KEY is not a key of this project',
  })

  const ownerClient = () => nodeClient(backend(), need(env, 'SUPABASE_SECRET_KEY'))
  const admins = once(async () => {
    const { auth } = ownerClient()
    await settings.need() // fails first, because auth-js prints its own errors
    const secretKey = need(env, 'SUPABASE_SECRET_KEY')
    await checkSecretKey({ ...backend(), secretKey }).catch((error: Error) => {
      throw new NotChecked(error.message)
    })
    const found: User[] = []
    for (let page = 1; ; page++) {
      const { data, error } = await auth.admin.listUsers({ page, perPage: 200 })
      if (error) throw error
      const isBanned = ({ banned_until: until }: User) => until !== undefined && new Date(until) > new Date()
      found.push(...data.users.filter((user) => user.app_metadata.role === 'admin' && !isBanned(user)))
      if (data.users.length < 200) return found
    }
  }, 'the admins cannot be listed')

  return {
    project: [
      {
        question: 'The backend responds to the publishable key',
        todo: 'Make a project on supabase.com, or restore a paused one, and copy its URL and publishable key into .env.',
        isConnection: true,
        ask: async () => Boolean(await settings.get()),
      },
      {
        question: 'Nobody signs up by themselves',
        todo: 'Switch “Allow new users to sign up” off, under Authentication → Sign In / Providers.',
        ask: async () => (await settings.need()).disable_signup,
      },
      {
        question: 'Nobody signs in anonymously',
        todo: 'Switch “Allow anonymous sign-ins” off, under Authentication → Sign In / Providers.',
        ask: async () => !(await settings.need()).external.anonymous_users,
      },
      {
        question: 'Admins can sign in by e-mail',
        todo: 'Switch the provider “Email” on, under Authentication → Sign In / Providers: without it nobody can sign in.',
        ask: async () => (await settings.need()).external.email,
      },
      {
        question: 'Sessions are signed by an asymmetric key',
        todo: 'Rotate to an asymmetric key, under Project Settings → JWT Keys.',
        ask: async () => {
          await settings.need()
          return (await read<{ keys: object[] }>('.well-known/jwks.json')).keys.length > 0
        },
      },
      {
        question: 'Realtime lets the admin’s page in',
        todo: 'Switch “Allow public access” on, under Realtime → Settings: without it the page only looks every 15 seconds.',
        within: 10, // a real server refuses after five seconds
        ask: async (signal) => {
          await settings.need()
          return opensChannel(backend(), signal)
        },
      },
      byHand(
        'Admins can add a code from their phone (TOTP)',
        'Switch TOTP on, under Authentication → Multi-Factor. Settings in the admin say it when it is off.',
      ),
      byHand(
        'A password is changed only by who has signed in within a day',
        'Switch “Secure password change” on, under Authentication → Sign In / Providers → Email.',
      ),
    ],
    key: [
      {
        question: 'The database knows this site’s key',
        todo: 'Run "npm run site-key" with the SITE_SECRET of the site.',
        ask: async () => {
          const { url, publishableKey } = backend()
          need(env, 'SITE_SECRET')
          await settings.need()
          const call = { p_site_key: siteKey(siteSecret(env)) }
          const { data, error } = await nodeClient({ url }, publishableKey)
            .rpc('get_site_key_state', call)
            .retry(false)
          if (error?.code === 'PGRST202') throw new NotChecked('the database has no tables of the site yet')
          if (error) throw error
          return data === 'known'
        },
      },
    ],
    admins: [
      {
        question: 'There is an admin',
        todo: 'Run "npm run admin:create -- EMAIL".',
        ask: async () => (await admins.need()).length > 0,
      },
      {
        question: 'Every admin has a code from their phone',
        todo: 'Each adds it in the admin, under Settings.',
        ask: async () => {
          const client = ownerClient()
          const without: string[] = []
          for (const { id, email } of await admins.need()) {
            const { data, error } = await client.auth.admin.mfa.listFactors({ userId: id })
            if (error) throw error
            if (!data.factors.some(({ status }) => status === 'verified')) without.push(email ?? id)
          }
          return (
            without.length === 0 ||
            `Without one: ${without.join(', ')}. Each adds it in the admin, under Settings.`
          )
        },
      },
    ],
  }
}
