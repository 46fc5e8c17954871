/** Once a run: a data folder with the seed and two people, which every file of tests copies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { shortLived, startEmbedded, stopProcess } from '@/scripts/processes'
import { makePeople } from './embedded'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated data folder. */
    dataFolder: string
  }
}

export default async function setup(project: TestProject) {
  const data = mkdtempSync(join(tmpdir(), 'embedded-template-'))
  const embedded = await startEmbedded({ data, port: 0, nodeArgs: shortLived })
  await makePeople(embedded)
  await stopProcess(embedded.process)
  project.provide('dataFolder', data)
  return () => {
    rmSync(data, { recursive: true })
  }
}
