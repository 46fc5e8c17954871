import { randomUUID } from 'node:crypto'
import { freeTimes, postBooking, readFormPage } from '../native-form'
import type { Studio } from '../studio'
import { client } from '../e2e/admin'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

const rounds = process.env.SOAK ? 20 : 1
const senders = 6

/** Every row of both tables, by e-mail. */
async function rowsByEmail(studio: Studio): Promise<Map<string, string[]>> {
  const admin = await client(studio, studio.people.admin)
  const rows = new Map<string, string[]>()
  for (const table of ['bookings', 'inquiries'] as const) {
    for (let from = 0; ; from += 1000) {
      const { data } = await admin
        .from(table)
        .select('id, email')
        .order('id')
        .range(from, from + 999)
        .throwOnError()
      for (const { id, email } of data) rows.set(email, [...(rows.get(email) ?? []), id])
      if (data.length < 1000) break
    }
  }
  return rows
}

for (const victim of ['backend', 'site'] as const) {
  test(
    `kill -9 of the ${victim} while people send: nothing acknowledged is lost, nothing is stored twice`,
    { tag: '@soak' },
    async ({ studio }) => {
      test.setTimeout(rounds * 60_000)
      const form = await readFormPage(studio.url)
      const free = await freeTimes(studio.url, process.env.SOAK ? 365 : 60)
      /** The e-mails of all submits with a successful response. */
      const acknowledged = new Set<string>()
      let n = 0

      for (let round = 1; round <= rounds; round++) {
        const killAfter = acknowledged.size + 3 * round
        let killed: Promise<void> | undefined
        const withoutResponse: Entry[] = []

        await Promise.all(
          Array.from({ length: senders }, async () => {
            while (!killed) {
              const time = n % 2 ? 'none' : (free.pop() ?? 'none')
              const entry = {
                name: 'Kea',
                email: `kea-${victim}-${n++}@example.com`,
                time,
                request_id: randomUUID(),
              }
              if (!(await send(entry))) withoutResponse.push(entry)
              if (acknowledged.size >= killAfter) killed ??= studio[victim].kill()
            }
          }),
        )
        await killed
        await studio[victim].start()
        // Repeats failed submits unchanged, as the form does on the next press.
        for (const entry of withoutResponse)
          expect(await send(entry), `${entry.email} after the restart`).toBe(true)
      }

      const rows = await rowsByEmail(studio)
      const mine = [...rows].filter(([email]) => email.startsWith(`kea-${victim}`))
      expect(
        mine.filter(([, ids]) => ids.length > 1),
        'stored twice',
      ).toEqual([])
      for (const email of acknowledged) expect(rows.get(email), `${email} was acknowledged`).toHaveLength(1)
      expect(mine).toHaveLength(n)

      type Entry = { name: string; email: string; time: string; request_id: string }
      async function send(entry: Entry) {
        const response = await postBooking(studio.url, form, entry).catch(() => null)
        if (response?.state?.status !== 'success') return false
        acknowledged.add(entry.email)
        return true
      }
    },
  )
}
