import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAuth } from '@/app/admin/_components/auth-context'

function Stray() {
  return useAuth().user?.email
}

test('useAuth throws a clear error outside an AuthProvider', () => {
  expect(() => renderToStaticMarkup(<Stray />)).toThrow('useAuth must be used within an AuthProvider')
})
