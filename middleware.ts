import type { NextRequest } from 'next/server'
import { refreshSession } from './lib/supabase/middleware'

export function middleware(request: NextRequest) {
  return refreshSession(request)
}

// Node's runtime reads the environment at run time, so one build serves any backend. Marketing pages never pass here.
export const config = { runtime: 'nodejs', matcher: ['/admin/:path*', '/login'] }
