/** The data folder: who may open it (one process at a time) and whether it can be opened at all. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** A reason why the server cannot start, as one sentence for the person who started it. */
export class StartError extends Error {}

/** A data folder that this process owns until `release`. */
export interface DataFolder {
  dir: string
  release(): Promise<void>
}

interface Lock {
  pid: number
  /** When the process started, as the system tells it: a number may be given to another process later. */
  started: string
}

/**
 * Takes the folder (made with mode 0700 if missing) for this process. PGlite itself would let two processes write to one folder
 * and lose data, hence a lock file. A dead owner's lock is taken over; throws StartError while the owner lives.
 */
export async function takeDataFolder(path: string): Promise<DataFolder> {
  const dir = resolve(path)
  await mkdir(dir, { recursive: true })
  await chmod(dir, 0o700)
  const file = join(dir, 'lock')
  const mine = join(dir, `lock.${process.pid}`)
  await writeFile(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) }), { mode: 0o600 })
  try {
    // A link appears whole or not at all, so nobody ever reads half a lock.
    while (!(await tryLink(mine, file))) await clearDeadLock(dir, file)
  } finally {
    await rm(mine, { force: true })
  }
  return { dir, release: () => rm(file, { force: true }) }
}

async function tryLink(from: string, to: string) {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function clearDeadLock(dir: string, file: string) {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  const owner = parseLock(text)
  if (owner && startOf(owner.pid) === owner.started) {
    throw new StartError(
      `${dir} is in use by process ${owner.pid}. Stop that one first, or choose another folder with STUDIO_DATA.`,
    )
  }
  // Renamed, not deleted: of two starters that both saw the dead lock, only one must go on to delete it.
  const aside = join(dir, `lock.dead.${process.pid}`)
  await rename(file, aside).catch(() => undefined)
  const taken = await readFile(aside, 'utf8').catch(() => null)
  if (taken !== null && taken !== text) await tryLink(aside, file)
  await rm(aside, { force: true })
}

/** The lock's owner; null for a lock that a power failure left empty. */
function parseLock(text: string): Lock | null {
  try {
    return JSON.parse(text) as Lock
  } catch {
    return null
  }
}

/** When a process started, in whatever form the system has; '' if there is no such process. */
function startOf(pid: number): string {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return ''
  }
  try {
    // Field 22, counted after the command's name, which may hold spaces.
    if (existsSync('/proc/self/stat'))
      return String(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19])
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
