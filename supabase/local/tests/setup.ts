/** Creates a data folder with the seed and two accounts, once for all tests. Each test file copies the folder. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { shortLived, startEmbedded, stopProcess } from '@/scripts/processes'
import { copyFreshPglite, freshPglite } from '@/tests/fresh-pglite'
import { migrate } from '../migrate'
import { makePeople } from './embedded'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the folder with all data folders of the run: `template` and its copies. */
    dataFolders: string
  }
}

export default async function setup(project: TestProject) {
  const dataFolders = mkdtempSync(join(tmpdir(), 'embedded-tests-'))
  const data = join(dataFolders, 'template')
  mkdirSync(data)
  const fresh = await freshPglite()
  project.provide('freshPglite', fresh)
  const pglite = await copyFreshPglite(fresh, join(data, 'database'))
  await migrate(pglite)
  await pglite.close()
  const embedded = await startEmbedded({ data, port: 0, nodeArgs: shortLived })
  await makePeople(embedded)
  await stopProcess(embedded.process)
  project.provide('dataFolders', dataFolders)
  // Deletes the data folders only after all tests, because ext4 creates files slowly right after a deletion.
  return () => {
    rmSync(dataFolders, { recursive: true, maxRetries: 5 }) // a server may still be closing
  }
}
