'use client'

import type { Session, User } from '@supabase/supabase-js'
import { createContext, use, useEffect, useRef, useState } from 'react'
import type { Backend } from '@/lib/env'
import { paths } from '@/lib/paths'
import { browserClient } from '@/lib/supabase/browser'
import { leaveToLogin } from './leave-to-login'

interface Auth {
  user: User | null
  session: Session | null
  /** True until the first look for a session is done (spec 4). */
  loading: boolean
  backend: Backend
  /** Signs out everywhere and leaves. Resolves to false, still signed in, when the Auth server cannot be reached. */
  signOut: () => Promise<boolean>
}

const AuthContext = createContext<Auth | null>(null)

/** Holds the browser's session for the desk and leaves when it ends, here, in another tab or by a refused refresh. */
export function AuthProvider({ backend, children }: { backend: Backend; children: React.ReactNode }) {
  const { url, publishableKey } = backend
  const [{ session, loading }, setState] = useState<{ session: Session | null; loading: boolean }>({
    session: null,
    loading: true,
  })
  const loggingOut = useRef(false)

  useEffect(() => {
    const { data } = browserClient({ url, publishableKey }).auth.onAuthStateChange((event, session) => {
      setState({ session, loading: false })
      if (event === 'SIGNED_OUT' && !loggingOut.current) leaveToLogin()
    })
    return () => data.subscription.unsubscribe()
  }, [url, publishableKey])

  async function signOut() {
    loggingOut.current = true
    const { error } = await browserClient(backend).auth.signOut({ scope: 'global' })
    loggingOut.current = !error
    if (!error) location.replace(paths.login)
    return !error
  }

  return (
    <AuthContext value={{ user: session?.user ?? null, session, loading, backend, signOut }}>
      {children}
    </AuthContext>
  )
}

/** The session of the person at the desk. Throws outside an `AuthProvider`. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
