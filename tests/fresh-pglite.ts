/**
 * Copies of an empty PGlite: `initdb` takes seconds, so it runs once.
 */
import { existsSync, mkdirSync, openAsBlob, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { shortLived } from '@/scripts/processes'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the tar file that `copyFreshPglite` takes. */
    freshPglite: string
  }
}

// All projects share one process, but each setup loads its own modules.
const shared = globalThis as { freshPglite?: Promise<string> }

/**
 * For a project's setup: returns the path of the tar file. Creates it once for this version of PGlite,
 * beside Prettier's cache.
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
  // Renames the complete file, because a run may be stopped, or another begin, meanwhile.
  const building = `${file}.${process.pid}`
  await writeFile(building, await (await lite.dumpDataDir('none')).bytes())
  await lite.close()
  await rename(building, file)
  return file
}

/** Opens a copy of that file, in memory or in a folder. */
export async function copyFreshPglite(file: string, dataDir?: string): Promise<PGlite> {
  return PGlite.create({ dataDir, loadDataDir: await openAsBlob(file) })
}
