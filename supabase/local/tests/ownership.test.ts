// @module-tag full
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, stopProcess } from '@/scripts/processes'
import { nodeClient } from '@/scripts/supabase-client'
import { lockDataFolder } from '../data-folder'
import { copyFolder } from './embedded'
import { useServers, run, startScript } from './servers'

const start = useServers()

test('a second server on a folder stops with the reason; the lock of a dead server stops nobody', async () => {
  const data = copyFolder()
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
  const dead = readFileSync(join(data, 'lock'), 'utf8')
  // The lock of the dead server, one with the id of a process that started later, and one emptied by a power failure.
  for (const lock of [dead, `${process.pid} long ago`, '']) {
    writeFileSync(join(data, 'lock'), lock)
    const folder = await lockDataFolder(data)
    await expect(lockDataFolder(data)).rejects.toThrow(`is in use by process ${process.pid}.`)
    await folder.release()
    expect(readdirSync(data).filter((name) => name.startsWith('lock'))).toEqual([])
  }
})

test('a second `npm start` stops before it builds, so the running site keeps its scripts', async () => {
  const data = copyFolder()
  const folder = await lockDataFolder(join(root, '.next/cache'))
  const second = await run('scripts/start.ts', ['--build'], data)
  await folder.release()
  expect(second).toEqual({
    code: 1,
    output: `A site runs from this folder already, or is being built here (process ${process.pid}). Stop that one first.\n`,
  })

  await start(data)
  const elsewhere = await run('scripts/start.ts', ['--build'], data)
  expect(elsewhere.code).toBe(1)
  expect(elsewhere.output).toContain(`${data} is in use by process`)
  expect(elsewhere.output).not.toContain('next build')
})

test('a server uses the next free port; when stopped, it answers its last request and unlocks', async () => {
  const data = copyFolder()
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as { port: number }
  const server = await start(data, port)
  expect(Number(new URL(server.url).port)).toBeGreaterThan(port)
  busy.close()
  const supabase = nodeClient(server, server.publishableKey)
  const channel = supabase.channel('open')
  await new Promise((resolve) => channel.subscribe(resolve))
  const exit = once(server.process, 'exit')
  const response = supabase.rpc('get_available_slots_for_date', { p_date: '2026-12-01' })
  await Promise.all([
    response.then(() => undefined),
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
