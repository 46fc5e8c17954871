import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The message is a sentence for the person who started the command. */
export class StartError extends Error {}

/** `release` unlocks it. */
export interface DataFolder {
  dir: string
  release(): Promise<void>
}

/**
 * Data are lost if two processes run PGlite on one folder. Creates the folder (mode 0700), and replaces the lock of a
 * process that has ended. Throws a StartError with the message of `inUse` if another process has it.
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
    // The lock is a hard link to a complete file. Linking is atomic, so no process reads a half-written lock.
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
  // After a power failure the file may be empty, and counts as the lock of an ended process.
  const [, pid, started] = /^(\d+) (.+)$/.exec(text) ?? []
  if (pid !== undefined && startTimeOf(Number(pid)) === started) throw new StartError(inUse(pid, dir))
  // Renames the old lock instead of deleting it: if two processes find the same old lock, only one rename succeeds.
  const aside = join(dir, `lock.dead.${process.pid}`)
  await rename(file, aside).catch(() => undefined)
  const taken = await readFile(aside, 'utf8').catch(() => null)
  if (taken !== null && taken !== text) await tryLink(aside, file)
  await rm(aside, { force: true })
}

/** '' if the process does not run. The lock stores the start time, because the system reuses process ids. */
function startTimeOf(pid: number): string {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return ''
  }
  try {
    // The start time is field 22. Counts after the command's name (field 2), which may contain spaces.
    const stat = existsSync('/proc/self/stat') && readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()
    if (stat) return stat.split(' ')[19] ?? ''
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
