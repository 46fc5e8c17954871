/** Runs the embedded Supabase and commands on the data folder of a test. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, vi } from 'vitest'
import { root, shortLived, startEmbedded, stopProcess, type Embedded } from '@/scripts/processes'
import { nodeClient } from '@/scripts/supabase-client'
import { people } from '@/tests/people'

/**
 * Returns a function that starts the embedded Supabase on a data folder. Stops the started servers after each test of
 * the file that calls this.
 */
export function useServers() {
  // Each start opens a process and a database, which is slow on a busy machine.
  vi.setConfig({ testTimeout: process.env.SOAK ? 3_600_000 : 180_000, hookTimeout: 60_000 })
  const servers: Embedded[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await stopProcess(server.process)
  })
  return async function start(data: string, port = 0): Promise<Embedded> {
    const server = await startEmbedded({ data, port, nodeArgs: shortLived })
    servers.push(server)
    return server
  }
}

/** Runs a script of the project with this data folder. Returns the exit code and the output of the script. */
export async function run(script: string, args: string[], data: string) {
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

/** The script of the embedded Supabase, for `run`. */
export const startScript = 'supabase/local/start.ts'

/** Signs the admin in and returns the client with the session. */
export async function signedIn(server: Embedded) {
  const supabase = nodeClient(server, server.publishableKey)
  const { error } = await supabase.auth.signInWithPassword(people.admin)
  if (error) throw error
  return supabase
}

/** A slot of one minute; `minute` counts from midnight. */
export function slotAt(minute: number) {
  const time = (at: number) =>
    `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
  return { start_time: time(minute), end_time: time(minute + 1), duration_minutes: 1 }
}
