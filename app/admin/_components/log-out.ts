'use server'

import { redirect } from 'next/navigation'
import { cookies } from '@/lib/next'
import { paths } from '@/lib/paths'
import { sessionCookie } from '@/lib/supabase/options'
import { sessionClient } from '@/lib/supabase/server'

/** Ends the session at least in this browser if the Auth server is unreachable. Works without scripts. */
export async function logOut(): Promise<void> {
  await (await sessionClient()).auth.signOut({ scope: 'global' })
  const jar = await cookies()
  for (const { name } of jar.getAll()) if (name.startsWith(sessionCookie)) jar.delete(name)
  redirect(paths.login)
}
