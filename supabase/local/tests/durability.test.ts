// @module-tag full
import { existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stopProcess } from '@/scripts/processes'
import type { StartError } from '../data-folder'
import { openDatabase } from '../database'
import { copyFolder } from './embedded'
import { useServers, run, signedIn, slotAt, startScript } from './servers'

const start = useServers()

test('after the server is killed, every row that it had acknowledged is still there', async () => {
  const data = copyFolder()
  const acknowledged: string[] = []
  let minute = 0
  for (let round = 0; round < (process.env.SOAK ? 20 : 1); round++) {
    const server = await start(data)
    const supabase = await signedIn(server)
    const written = acknowledged.length
    let killed = false
    const writer = async () => {
      while (!killed) {
        const start = minute++
        const { data: row } = await supabase
          .from('time_slots')
          .insert(slotAt(start % 1438))
          .select('id')
          .single()
        if (row) acknowledged.push(row.id as string)
        // Kills the server while the other writers wait for their responses.
        if (acknowledged.length === written + 20 + round) {
          killed = true
          await stopProcess(server.process, 'SIGKILL')
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, writer))
  }
  const supabase = await signedIn(await start(data))
  const { data: rows } = await supabase.from('time_slots').select('id')
  const kept = new Set(rows?.map((row) => row.id as string))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(19)
})

test.each([
  [
    'is half copied',
    (home: string) => rmSync(join(home, 'global/pg_control')),
    /global\/pg_control is missing/,
  ],
  [
    'has lost its tables',
    (home: string) => {
      rmSync(join(home, 'base'), { recursive: true })
      mkdirSync(join(home, 'base'))
    },
    /Postgres cannot open it/,
  ],
])('the error for a database that %s says how to repair it', async (_, harm, why) => {
  const data = copyFolder()
  harm(join(data, 'database'))
  const message = await openDatabase(data).then(
    () => 'opened',
    (error: StartError) => error.message,
  )
  expect(message).toMatch(why)
  expect(message).toContain('npm run db:restore -- FILE')
  expect(message).toContain('npm run db:reset')
})

test('a start with a truncated database prints one sentence, without the output of Postgres', async () => {
  const data = copyFolder()
  truncateSync(join(data, 'database/global/pg_control'), 100)
  const { code, output } = await run(startScript, ['--data', data, '--port', '0'], data)
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([expect.stringMatching(/Postgres cannot open it.*db:restore/)])
})

test('after an interrupted first start, the next start creates the database', async () => {
  const data = copyFolder()
  rmSync(join(data, 'database'), { recursive: true })
  mkdirSync(join(data, 'database.new'))
  writeFileSync(join(data, 'database.new/PG_VERSION'), 'half')
  const database = await openDatabase(data)
  expect(await database.asOwner((run) => run('select 1 from time_slots limit 1'))).toHaveLength(1)
  await database.close()
  expect(existsSync(join(data, 'database.new'))).toBe(false)
})
