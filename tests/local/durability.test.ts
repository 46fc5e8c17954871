import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { root, shortLived, startEmbedded, stopProcess, type Embedded } from '@/scripts/processes'
import { client, copyFolder, people } from './embedded'

// Every start is a process and a database of its own, which a busy machine takes its time for.
vi.setConfig({ testTimeout: process.env.SOAK ? 3_600_000 : 180_000, hookTimeout: 60_000 })

const folders: string[] = []
const servers: Embedded[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await stopProcess(server.process)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = copyFolder()
  folders.push(folder)
  return folder
}

async function start(data: string, port = 0): Promise<Embedded> {
  const server = await startEmbedded({ data, port, nodeArgs: shortLived })
  servers.push(server)
  return server
}

/** Runs a command of the project to its end. */
async function run(script: string, args: string[], data: string) {
  const child = spawn(process.execPath, [...shortLived, '--import', 'tsx', join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, STUDIO_DATA: data },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
const startScript = 'supabase/local/start.ts'

async function signedIn(server: Embedded) {
  const supabase = client(server, server.publishableKey)
  const { error } = await supabase.auth.signInWithPassword(people.admin)
  if (error) throw error
  return supabase
}

const slotAt = (minute: number) => {
  const time = (at: number) =>
    `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
  return { start_time: time(minute), end_time: time(minute + 1), duration_minutes: 1 }
}

test('a killed server has kept every row it acknowledged', async () => {
  const data = newFolder()
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
        // The kill falls into the middle of the other writers' requests.
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

test('a folder has one owner: a second opener is refused with a sentence, a dead owner is not waited for', async () => {
  const data = newFolder()
  const first = await start(data)
  expect(statSync(data).mode & 0o777).toBe(0o700)
  for (const name of ['keys.json', 'lock']) expect(statSync(join(data, name)).mode & 0o777, name).toBe(0o600)
  const second = await run(startScript, ['--data', data, '--port', '0'], data)
  expect(second.code).toBe(1)
  expect(second.output.trim()).toBe(
    `${data} is in use by process ${first.process.pid}. Stop that one first, or choose another folder with STUDIO_DATA.`,
  )
  expect((await run('scripts/db.ts', ['reset'], data)).output).toContain('is in use by process')

  await stopProcess(first.process, 'SIGKILL')
  expect(existsSync(join(data, 'lock'))).toBe(true)
  await stopProcess((await start(data)).process)
  // Another process may have got the dead owner's number since, and a power failure may leave an empty file.
  for (const lock of [`${process.pid} long ago`, '']) {
    writeFileSync(join(data, 'lock'), lock)
    expect((await run('scripts/db.ts', ['reset'], data)).code).toBe(0)
    expect(readdirSync(data).filter((name) => name.startsWith('lock'))).toEqual([])
  }
})

test('a busy port is stepped over; SIGTERM finishes what is under way, lets go of the folder and ends with 0; so does a launcher that is gone', async () => {
  const data = newFolder()
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as { port: number }
  const server = await start(data, port)
  expect(Number(new URL(server.url).port)).toBeGreaterThan(port)
  busy.close()
  const supabase = client(server, server.publishableKey)
  const channel = supabase.channel('open')
  await new Promise((resolve) => channel.subscribe(resolve))
  const exit = once(server.process, 'exit')
  const answer = supabase.rpc('get_available_slots_for_date', { p_date: '2026-12-01' })
  await Promise.all([
    answer.then(() => undefined),
    Promise.resolve().then(() => server.process.kill('SIGTERM')),
  ])
  expect(await exit).toEqual([0, null])
  expect(existsSync(join(data, 'lock'))).toBe(false)
  await supabase.removeAllChannels()

  const orphan = await start(data)
  const gone = once(orphan.process, 'exit')
  orphan.process.disconnect()
  expect(await gone).toEqual([0, null])
})

test.each([
  [
    'is half copied',
    (home: string) => rmSync(join(home, 'global/pg_control')),
    /global\/pg_control is missing/,
  ],
  [
    'is cut off',
    (home: string) => truncateSync(join(home, 'global/pg_control'), 100),
    /Postgres cannot open it/,
  ],
  [
    'has lost its tables',
    (home: string) => {
      rmSync(join(home, 'base'), { recursive: true })
      mkdirSync(join(home, 'base'))
    },
    /Postgres cannot open it/,
  ],
])('a database that %s says what to do', async (_, harm, why) => {
  const data = newFolder()
  harm(join(data, 'database'))
  const { code, output } = await run(startScript, ['--data', data, '--port', '0'], data)
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([expect.stringMatching(why)])
  expect(output).toContain('npm run db:restore -- FILE')
  expect(output).toContain('npm run db:reset')
})

test('a first start that was cut off is done again', async () => {
  const data = newFolder()
  rmSync(join(data, 'database'), { recursive: true })
  mkdirSync(join(data, 'database.new'))
  writeFileSync(join(data, 'database.new/PG_VERSION'), 'half')
  const server = await start(data)
  const { error } = await client(server, server.publishableKey).rpc('get_available_slots_for_date', {
    p_date: '2026-12-01',
  })
  expect(error).toBeNull()
  expect(existsSync(join(data, 'database.new'))).toBe(false)
})

test('dump, reset, restore: everything is gone and comes back', async () => {
  const data = newFolder()
  const file = join(data, 'studio.dump')
  let server = await start(data)
  await (await signedIn(server)).from('time_slots').insert(slotAt(300)).throwOnError()
  await stopProcess(server.process)
  expect(await run('scripts/db.ts', ['dump', file], data)).toEqual({
    code: 0,
    output: `The database is in ${file}.\n`,
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await run('scripts/db.ts', ['dump', file], data)).code, 'an earlier dump is not overwritten').toBe(
    1,
  )
  expect((await run('scripts/db.ts', ['reset'], data)).code).toBe(0)
  expect(existsSync(join(data, 'database'))).toBe(false)

  const damaged = join(data, 'damaged.dump')
  writeFileSync(damaged, readFileSync(file).subarray(0, 100_000))
  const refused = await run('scripts/db.ts', ['restore', damaged], data)
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('nothing is changed') as string])
  expect((await run('scripts/db.ts', ['restore', file], data)).code).toBe(0)
  server = await start(data)
  const { data: rows } = await (
    await signedIn(server)
  )
    .from('time_slots')
    .select('start_time')
    .eq('start_time', '05:00')
  expect(rows).toEqual([{ start_time: '05:00:00' }])
})
