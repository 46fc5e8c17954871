/** Several sessions on a copy of the real database, for tests with people who act at the same time. */
import { beforeAll, expect } from 'vitest'
import { connect } from '@/scripts/real-postgres'
import { copyRealDatabase } from './databases'
import { TestDatabase, errorCode } from './test-database'

export type Work = (session: TestDatabase) => Promise<unknown>

/**
 * For a `describe`: opens a copy of the database before its tests. Each statement of `db` commits
 * at once.
 */
export function useSessions(most: number) {
  const db = new TestDatabase()
  let pool: ReturnType<typeof connect>
  beforeAll(async () => {
    pool = connect(await copyRealDatabase(), most)
    db.run = async (sql, params) => [...(await pool.unsafe(sql, params as never[]))]
    return () => pool.end()
  })

  /** Runs `work` in a session of its own, and commits unless it fails. Returns its `errorCode`. */
  const inSession = (work: Work) =>
    errorCode(
      pool.begin(async (transaction) => {
        const session = new TestDatabase()
        session.run = async (sql, params) => [...(await transaction.unsafe(sql, params as never[]))]
        await work(session)
      }),
    )

  /**
   * Like `inSession`, but repeats `work` after 'too_busy lock' or lock_not_available, because on a
   * slow machine the wait for a lock can be too long.
   */
  async function insist(work: Work) {
    for (;;) {
      const outcome = await inSession(work)
      if (!['too_busy lock', '55P03'].includes(outcome)) return outcome
    }
  }

  /** Runs `work` in `count` sessions at once. Returns how often each outcome came. */
  async function together(count: number, work: (session: TestDatabase, n: number) => Promise<unknown>) {
    const tally: Record<string, number> = {}
    const sessions = Array.from({ length: count }, (_, n) => insist((session) => work(session, n)))
    for (const outcome of await Promise.all(sessions)) tally[outcome] = (tally[outcome] ?? 0) + 1
    return tally
  }

  /**
   * Runs `first`, starts `second` before `first` ends, and checks that `second` waits for it.
   * Returns both outcomes.
   */
  async function inTurn(first: Work, second: Work, firstEnds: 'commits' | 'gives up') {
    const [worked, released] = [signal(), signal()]
    const firstOutcome = inSession(async (session) => {
      await first(session)
      worked.give()
      await released.given
      if (firstEnds === 'gives up') await session.rows(`do 'begin raise ''given up''; end'`)
    })
    await Promise.race([worked.given, firstOutcome])
    const secondOutcome = insist(second)
    const waiting = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => db.value(waiting), { interval: 5 }).toBe(1)
    released.give()
    return Promise.all([firstOutcome, secondOutcome])
  }

  return { db, inSession, together, inTurn }
}

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => (give = resolve))
  return { give, given }
}
