/**
 * A PGlite in which there is nothing yet. Its `initdb` takes seconds, so that one is made for a
 * whole run and the others are copies.
 */
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { shortLived } from '@/scripts/processes'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the tar file that `copyFreshPglite` takes. */
    freshPglite: string
  }
}

// Each project's setup has modules of its own, in one process.
const shared = globalThis as { freshPglite?: Promise<string> }

/**
 * For a project's setup: makes the tar file, once a run, and returns its path. It is gone when the
 * process ends.
 */
export function freshPglite(): Promise<string> {
  return (shared.freshPglite ??= make())
}

async function make(): Promise<string> {
  for (const flag of shortLived) setFlagsFromString(flag)
  const folder = mkdtempSync(join(tmpdir(), 'fresh-pglite-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const lite = await PGlite.create()
  const file = join(folder, 'fresh.tar')
  await writeFile(file, await (await lite.dumpDataDir('none')).bytes())
  await lite.close()
  return file
}

/** Opens a copy of that file, in memory or in a folder. */
export async function copyFreshPglite(file: string, dataDir?: string): Promise<PGlite> {
  return PGlite.create({ dataDir, loadDataDir: await openAsBlob(file) })
}
