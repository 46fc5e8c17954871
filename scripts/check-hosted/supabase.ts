/** With both keys of the project. */
import type { User } from '@supabase/supabase-js'
import { readBackend, siteSecret } from '../../lib/env'
import { siteKey } from '../../lib/supabase/site-key'
import { checkSecretKey } from '../secret-key'
import { nodeClient } from '../supabase-client'
import { get } from './http'
import { need, NeedsVariable, NotChecked, once, readSetting, type Question } from './question'
import { opensChannel } from './realtime'

interface Settings {
  disable_signup: boolean
  external: { email: boolean; anonymous_users: boolean }
}

export function supabaseQuestions(
  env: NodeJS.ProcessEnv,
): Record<'project' | 'keys' | 'signIn' | 'codes', Question[]> {
  function backend() {
    const found = readSetting(() => readBackend(env))
    if (!found) throw new NeedsVariable('SUPABASE_URL')
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
  const owner = once(async () => {
    await settings.need() // fails first, because auth-js prints its own errors
    const secretKey = need(env, 'SUPABASE_SECRET_KEY')
    await checkSecretKey({ ...backend(), secretKey }).catch((error: Error) => {
      throw Object.assign(error, { code: error.message })
    })
    return nodeClient(backend(), secretKey)
  }, 'the secret key does not open the project')
  const admins = once(async () => {
    const { auth } = await owner.need()
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
        todo:
          'Make a project on supabase.com, or restore a paused one. Write its URL (Project Settings → Data API) and its ' +
          'publishable key (Project Settings → API Keys) into .env, as SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY.',
        isConnection: true,
        ask: async () => Boolean(await settings.get()),
      },
    ],
    keys: [
      {
        question: 'The secret key opens the project',
        todo: 'Write a secret key (Project Settings → API Keys) into .env, as SUPABASE_SECRET_KEY.',
        isConnection: true,
        ask: async () => Boolean(await owner.get()),
      },
      {
        question: 'The database knows this site’s key',
        todo: 'Write SITE_SECRET into .env ("openssl rand -base64 32" makes one), and run "npm run site-key".',
        ask: async () => {
          const { url, publishableKey } = backend()
          need(env, 'SITE_SECRET')
          await settings.need()
          const call = { p_site_key: siteKey(readSetting(() => siteSecret(env))) }
          const { data, error } = await nodeClient({ url }, publishableKey)
            .rpc('get_site_key_state', call)
            .retry(false)
          if (error?.code === 'PGRST202') throw new NotChecked('the database has no tables of the site yet')
          if (error) throw error
          return data === 'known'
        },
      },
      {
        question: 'There is an admin',
        todo: 'Run "npm run admin:create -- EMAIL".',
        ask: async () => (await admins.need()).length > 0,
      },
    ],
    signIn: [
      {
        question: 'Nobody signs up by themselves',
        todo:
          'Run "npx supabase config push", or switch “Allow new users to sign up” off, under ' +
          'Authentication → Sign In / Providers.',
        ask: async () => (await settings.need()).disable_signup,
      },
      {
        question: 'Nobody signs in anonymously',
        todo: 'Switch “Allow anonymous sign-ins” off, under Authentication → Sign In / Providers.',
        ask: async () => !(await settings.need()).external.anonymous_users,
      },
      {
        question: 'Admins can sign in by e-mail',
        todo: 'Switch the provider “Email” on, under Authentication → Sign In / Providers.',
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
        todo: 'Switch “Allow public access” on, under Realtime → Settings. Without it the page looks every 15 seconds.',
        within: 10, // a real server refuses after five seconds
        ask: async (signal) => {
          await settings.need()
          return opensChannel(backend(), signal)
        },
      },
      {
        question: 'The other settings are those of supabase/config.toml',
        todo:
          'Run "npx supabase config diff": it prints no difference. It compares the mails, the codes from a phone (TOTP) ' +
          'and the age of a session that may change a password.',
      },
      {
        question: 'A new password needs the present one at Auth too',
        todo:
          'Switch “Require current password when updating” on, under Authentication → Sign In / Providers → Email. ' +
          'Without it a stolen session alone sets another password.',
      },
    ],
    codes: [
      {
        question: 'Every admin has a code from their phone',
        todo: 'Each adds one in the admin, under Settings › Code from your phone.',
        ask: async () => {
          const client = await owner.need()
          const without: string[] = []
          if ((await admins.need()).length === 0) throw new NotChecked('there is no admin yet')
          for (const { id, email } of await admins.need()) {
            const { data, error } = await client.auth.admin.mfa.listFactors({ userId: id })
            if (error) throw error
            if (!data.factors.some(({ status }) => status === 'verified')) without.push(email ?? id)
          }
          return (
            without.length === 0 ||
            `Each adds one in the admin, under Settings › Code from your phone: ${without.join(', ')}.`
          )
        },
      },
    ],
  }
}
