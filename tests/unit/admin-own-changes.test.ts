import { describe, expect, test } from 'vitest'
import { trackOwnChanges } from '@/app/admin/_components/own-changes'
import type { ActionResult } from '@/app/admin/action-result'

function setUp() {
  let refreshes = 0
  const own = trackOwnChanges(async () => void (refreshes += 1))
  /** An action that is under way, and how it ends. */
  function act() {
    let end: (result: ActionResult | Promise<never>) => void = () => {}
    const action = new Promise<ActionResult>((resolve) => (end = resolve))
    own.watch(action).catch(() => {})
    return {
      done: (revision: number) => end({ message: 'Done', changed: [{ id, revision }] }),
      lose: () => end(Promise.reject(new Error('lost'))),
    }
  }
  return { ...own, act, refreshes: () => refreshes }
}
const id = 'ana'

describe('an event of an admin’s own change', () => {
  test('does not render the page again, whether it comes before or after the response', async () => {
    const { act, onChange, refreshes } = setUp()
    const first = act()
    const early = onChange({ id, revision: 2 })
    first.done(2)
    await early
    const second = act()
    second.done(3)
    await onChange({ id, revision: 3 })
    expect(refreshes()).toBe(0)
  })

  test('hides nobody else’s: a later change, another request, what has no revision or came while away', async () => {
    const { act, onChange, refreshes } = setUp()
    act().done(2)
    await onChange({ id: 'ben', revision: 2 })
    await onChange({ id, revision: 3 })
    await onChange()
    expect(refreshes()).toBe(3)
    await onChange({ id, revision: 2 })
    expect(refreshes(), 'events may have been missed, so this may be another one').toBe(4)
  })

  test('hides no mail that goes out after it, which leaves the revision as it is', async () => {
    const { act, onChange, refreshes } = setUp()
    act().done(2)
    await onChange({ id, revision: 2 })
    await onChange({ id, revision: 2 })
    expect(refreshes()).toBe(1)
  })

  test('renders the page when the response was lost', async () => {
    const { act, onChange, refreshes } = setUp()
    const lost = act()
    const event = onChange({ id, revision: 2 })
    lost.lose()
    await event
    expect(refreshes()).toBe(1)
  })
})
