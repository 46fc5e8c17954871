/** Copies an empty PGlite from a file, because `initdb` takes seconds. */
import { existsSync, mkdirSync, openAsBlob, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { shortLived } from '@/scripts/processes'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the tar file from which `copyFreshPglite` makes a database. */
    freshPglite: string
  }
}

// Vitest's projects share one process, but each loads this module again.
const shared = globalThis as { freshPglite?: Promise<string> }

/**
 * Returns the path of the tar file. Makes it, beside Prettier's cache, if this version of PGlite
 * has none yet.
 */
export function freshPglite(): Promise<string> {
  return (shared.freshPglite ??= make())
}

async function make(): Promise<string> {
  for (const flag of shortLived) setFlagsFromString(flag) // also for the copies in this process
  const modules = join(import.meta.dirname, '../node_modules')
  const manifest = readFileSync(join(modules, '@electric-sql/pglite/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const file = join(modules, `.cache/fresh-pglite-${version}.tar`)
  if (existsSync(file)) return file
  const lite = await PGlite.create()
  mkdirSync(dirname(file), { recursive: true })
  // Writes to another name first: a run may be stopped, or another run may read the file meanwhile.
  const building = `${file}.${process.pid}`
  await writeFile(building, await (await lite.dumpDataDir('none')).bytes())
  await lite.close()
  await rename(building, file)
  return file
}

/** Opens a copy of the tar file's database, in memory or in the folder `dataDir`. */
export async function copyFreshPglite(file: string, dataDir?: string): Promise<PGlite> {
  return PGlite.create({ dataDir, loadDataDir: await openAsBlob(file) })
}
