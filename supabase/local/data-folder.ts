/** The data folder and its lock: one process at a time may open it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The reason why the server cannot start, as one sentence for the person who starts it. */
export class StartError extends Error {}

/** A data folder that this process owns until `release`. */
export interface DataFolder {
  dir: string
  release(): Promise<void>
}

/**
 * Locks the folder for this process, and creates it with mode 0700 if missing. PGlite lets two
 * processes write to one folder, which loses data; the lock prevents that. Replaces the lock of a
 * process that has ended. Throws a StartError with the advice `inUse` while that process runs.
 */
export async function lockDataFolder(
  path: string,
  inUse = (pid: string, dir: string) =>
    `${dir} is in use by process ${pid}. Stop that one first, or choose another folder with STUDIO_DATA.`,
): Promise<DataFolder> {
  const dir = resolve(path)
  await mkdir(dir, { recursive: true })
  await chmod(dir, 0o700)
  const [file, mine] = [join(dir, 'lock'), join(dir, `lock.${process.pid}`)]
  await writeFile(mine, `${process.pid} ${startTimeOf(process.pid)}`, { mode: 0o600 })
  try {
    // Creating a hard link is atomic, so no process reads a half-written lock.
    while (!(await tryLink(mine, file))) await clearDeadLock(dir, file, inUse)
  } finally {
    await rm(mine, { force: true })
  }
  return { dir, release: () => rm(file, { force: true }) }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function clearDeadLock(
  dir: string,
  file: string,
  inUse: (pid: string, dir: string) => string,
): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  // After a power failure the file may be empty.
  const [, pid, started] = /^(\d+) (.+)$/.exec(text) ?? []
  if (pid !== undefined && startTimeOf(Number(pid)) === started) throw new StartError(inUse(pid, dir))
  // Rename instead of delete: if two processes find the same dead lock, only one rename succeeds.
  const aside = join(dir, `lock.dead.${process.pid}`)
  await rename(file, aside).catch(() => undefined)
  const taken = await readFile(aside, 'utf8').catch(() => null)
  if (taken !== null && taken !== text) await tryLink(aside, file)
  await rm(aside, { force: true })
}

/**
 * The start time of a process in the system's own format, '' if it does not run. The lock needs it
 * because the system reuses process ids.
 */
function startTimeOf(pid: number): string {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return ''
  }
  try {
    // Field 22, counted after the command's name, which may hold spaces.
    const stat = existsSync('/proc/self/stat') && readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()
    if (stat) return stat.split(' ')[19] ?? ''
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
