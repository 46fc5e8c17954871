import { describe, expect, test } from 'vitest'
import { known, notMailed } from './call-cases'
import { useCall } from './calls'
import { onPostgres } from './databases'
import { partsOf } from './tables'

onPostgres((db) => {
  for (const [isMailed, cases] of [
    [true, known],
    [false, notMailed],
  ] as const)
    describe(
      isMailed ? 'a call whose visitor has the first mail' : 'a call with a waiting first mail',
      () => {
        const { does, listed, mailed, turn } = useCall(db, { isMailed })
        describe.each(partsOf(cases))('%s', (_, rows) => {
          test.each(rows)('%s', async (...row) => {
            const [, done = '', differs, sent, whose, then = ''] = row
            await does(done)
            const found = { differs: await listed(), whose: await turn(), sent: (await mailed()).join(', ') }
            expect({ ...found, then: await listed() }, done).toEqual({ differs, whose, sent, then })
          })
        })
      },
    )
})
