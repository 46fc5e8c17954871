'use client'

import type { Session, User } from '@supabase/supabase-js'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { clearTab } from '@/lib/browser-storage'
import type { Backend } from '@/lib/env'
import { paths } from '@/lib/paths'
import { deleteSession } from '@/lib/supabase/delete-session'
import { loadBrowserClient } from '@/lib/supabase/load-browser'
import { logOut } from './log-out'
import { redirectToLogin } from './redirect-to-login'
import { LoggedOutHere } from './logged-out-here'

interface Auth {
  user: User | null
  session: Session | null
  /** True until supabase-js has read the session. */
  loading: boolean
  backend: Backend
  /** True after a sign-out without the Auth server: the session has ended only in this browser. */
  isLocalSignOut: boolean
  /** Signs out on every device, or only in this browser while the Auth server is unreachable. */
  signOut: () => Promise<void>
}

/** In milliseconds: how long `signOut` waits for the script of supabase-js. */
const CLIENT_WITHIN_MS = 3_000
const wait = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

type AuthStore = ReturnType<typeof makeStore>

const AuthContext = createContext<AuthStore | null>(null)

/** Leaves the admin when the session ends: by Logout in any tab, or by a failed refresh. */
export function AuthProvider({ backend, children }: { backend: Backend; children: React.ReactNode }) {
  const [store] = useState(() => makeStore(backend))
  useEffect(() => store.followSession(), [store])
  const { isLocalSignOut } = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot)
  return <AuthContext value={store}>{isLocalSignOut ? <LoggedOutHere /> : children}</AuthContext>
}

export function useAuth(): Auth {
  const store = use(AuthContext)
  if (!store) throw new Error('useAuth must be used within an AuthProvider')
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot)
}

/** By the server action, without supabase-js. After a success it redirects, which rejects its promise. */
const signOutOnServer = () =>
  logOut().then(
    () => true,
    (error: { digest?: string }) => error.digest?.startsWith('NEXT_REDIRECT') === true,
  )

// A store instead of React state: if a context changes while the page streams, React renders the page twice.
function makeStore(backend: Backend) {
  const initial: Auth = { user: null, session: null, loading: true, isLocalSignOut: false, backend, signOut }
  const listeners = new Set<() => void>()
  let auth = initial
  let isSigningOut = false
  /** Null if the script of supabase-js fails to load. */
  const loadClient = () => loadBrowserClient(backend)

  async function signOut() {
    isSigningOut = true
    clearTab() // stored drafts may name visitors
    const client = await Promise.race([loadClient(), wait(CLIENT_WITHIN_MS)])
    const isSignedOut = client
      ? (await client.auth.signOut({ scope: 'global' })).error === null
      : await signOutOnServer()
    if (isSignedOut) {
      location.replace(paths.login)
      return
    }
    // supabase-js keeps the session if its sign-out fails, but Logout must end it in this browser.
    deleteSession()
    setAuth({ ...initial, loading: false, isLocalSignOut: true })
  }

  function setAuth(next: Auth) {
    auth = next
    listeners.forEach((listener) => listener())
  }

  return {
    getSnapshot: () => auth,
    getServerSnapshot: () => initial,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    followSession() {
      let isStopped = false
      let unsubscribe = () => {}
      void loadClient().then((client) => {
        if (!client || isStopped) return
        const { data } = client.auth.onAuthStateChange((event, session) => {
          // After a local sign-out supabase-js may still know the session that has ended here.
          if (!auth.isLocalSignOut)
            setAuth({ ...initial, user: session?.user ?? null, session, loading: false })
          if (event === 'SIGNED_OUT' && !isSigningOut) redirectToLogin()
        })
        unsubscribe = () => data.subscription.unsubscribe()
      })
      return () => {
        isStopped = true
        unsubscribe()
      }
    },
  }
}
