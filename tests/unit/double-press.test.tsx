// @vitest-environment jsdom
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ActionButton } from '@/app/admin/_components/action-button'
import { ActionHostContext } from '@/app/admin/_components/action-host-context'
import { AuthProvider } from '@/app/admin/_components/auth-context'
import { ConfirmButton } from '@/app/admin/_components/confirm-dialog'
import { LiveProvider } from '@/app/admin/_components/live'
import { useAdminAction } from '@/app/admin/_components/use-admin-action'
import { DOUBLE_PRESS_MS } from '@/components/ignore-presses'
import { useFormAction } from '@/components/use-form-action'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  return () => vi.unstubAllGlobals()
})

/** Renders in a new page. Returns the page's button. */
async function renderButton(children: React.ReactNode) {
  document.body.replaceChildren(document.createElement('main'))
  const root = createRoot(document.body.firstElementChild as Element)
  await act(async () => root.render(children))
  return document.querySelector('button') as HTMLButtonElement
}

/** An action that ends when the test says so, and how often it was called. */
function slowAction<Result>(result: Result) {
  const ends: (() => void)[] = []
  return {
    calls: ends,
    action: () => new Promise<Result>((resolve) => ends.push(() => resolve(result))),
    end: () => act(async () => ends.forEach((end) => end())),
  }
}

test('two presses of an admin, before the page has noticed the first, run one action', async () => {
  const { action, calls, end } = slowAction({ kind: 'done' as const, message: '' })
  function Confirm() {
    const { run, pending } = useAdminAction()
    return <ActionButton {...{ pending }} onClick={() => run(action, { failure: '' })} />
  }
  const button = await renderButton(
    <AppRouterContext value={{} as AppRouterInstance}>
      <AuthProvider backend={{ url: 'http://supabase.invalid', publishableKey: 'x' }}>
        <LiveProvider>
          <ActionHostContext value={{ runFollowUp: () => Promise.reject(new Error('None')), ask: () => {} }}>
            <Confirm />
          </ActionHostContext>
        </LiveProvider>
      </AuthProvider>
    </AppRouterContext>,
  )
  const press = () => act(async () => (button.click(), button.click()))
  await press()
  expect(calls).toHaveLength(1)
  await end()
  await press()
  expect(calls, 'the next press counts again').toHaveLength(2)
})

test('a form that is submitted again before its response sends one request', async () => {
  const { action, calls, end } = slowAction({ status: 'success' })
  function Form() {
    const { form } = useFormAction(action, () => ({ status: 'lost' }))
    return (
      <form {...form}>
        <button />
      </form>
    )
  }
  const button = await renderButton(<Form />)
  for (let n = 0; n < 2; n++) await act(async () => button.click())
  await end()
  expect(calls, 'not even after the response').toHaveLength(1)
  await act(async () => button.click())
  expect(calls, 'the next submit counts again').toHaveLength(2)
})

test('a button that erases and has just appeared under the pointer ignores the second press', async () => {
  vi.useFakeTimers()
  const onClick = vi.fn()
  const button = await renderButton(<ConfirmButton pending={false} {...{ onClick }} />)
  button.click()
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_PRESS_MS - 1))
  button.click()
  expect(onClick).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1))
  button.click()
  expect(onClick).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
