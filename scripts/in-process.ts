/**
 * Runs actions, commands and queries in this process, for tests and the demo, with the embedded Supabase called without
 * HTTP. Only the built site has middleware and pages.
 */
import { NextRequest } from 'next/server'
import { surroundings, type Surroundings } from '../lib/next'
import { sessionClient } from '../lib/supabase/server'
import { ifSignedIn } from '../lib/supabase/signed-in'
import { handle } from '../supabase/local/gateway'
import type { Services } from '../supabase/local/services'
import { chooseMail } from './outbox'
import { ensureSiteSecret } from './site-key'

const URL_OF_NOTHING = 'http://supabase.invalid'

/** Mails become files in `dataDir`; links in them begin with `origin`. */
export async function enterStudio(services: Services, dataDir: string, origin: string) {
  const send: typeof fetch = (input, init) => handle(services, new Request(input, init))
  const { publishableKey, secretKey } = services.keys
  const backend = { url: URL_OF_NOTHING, fetch: send, publishableKey, secretKey, dataDir }
  const { config: mail, env } = chooseMail({}, { dataDir, origin })
  if (!mail) throw new Error('Without a mail server, mails become files.')
  const settings = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SITE_SECRET: await ensureSiteSecret(backend),
    ...env,
  }
  Object.assign(process.env, settings)
  return { backend, mail, settings, newBrowser: () => new Browser(origin, send) }
}

/** Keeps the cookies from one action to the next. */
export class Browser {
  private readonly request: NextRequest

  constructor(
    origin: string,
    readonly send: typeof fetch,
  ) {
    this.request = new NextRequest(origin, { headers: { origin, host: new URL(origin).host } })
  }

  /** Runs what the action put off until after its response, too. */
  run = async <Result>(action: () => Promise<Result>, send = this.send): Promise<Result> => {
    const tasks: Parameters<Surroundings['after']>[0][] = []
    const { cookies, headers } = this.request
    const ours: Surroundings = {
      cookies: async () => cookies as never,
      headers: async () => headers as never,
      refresh: () => {},
      after: (task) => void tasks.push(task),
      fetch: send,
    }
    return surroundings.run(ours, async () => {
      const { auth } = await sessionClient()
      await ifSignedIn(auth.getClaims()) // refreshes the session, as the middleware does
      try {
        return await action()
      } finally {
        for (const task of tasks) await (typeof task === 'function' ? task() : task)
      }
    })
  }

  /** Returns the path to which the action redirects. */
  async follow(action: () => Promise<unknown>): Promise<string> {
    const outcome: unknown = await this.run(action).catch((error: unknown) => error)
    const { digest = '' } = outcome as { digest?: string }
    const [, , path] = digest.split(';')
    if (!digest.startsWith('NEXT_REDIRECT;') || !path)
      throw new Error(`The action did not redirect: ${JSON.stringify(outcome)}`, { cause: outcome })
    return path
  }
}

export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
