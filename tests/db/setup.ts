/** Once per run, migrates a PGlite and a real PostgreSQL database. Test files copy these databases. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect, createMigratedDatabase, startRealPostgres, type Address } from '@/scripts/real-postgres'
import { migrate } from '@/supabase/local/migrate'
import { copyFreshPglite, freshPglite } from '@/tests/fresh-pglite'
import { adminAccount } from './test-database'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a tar file with a migrated PGlite. */
    embedded: string
    /** A real server, and its migrated database that tests copy. */
    real: { address: Address; template: string }
  }
}

export default async function setup(project: TestProject) {
  const starting = startRealPostgres() // meanwhile, on the other core
  const folder = await mkdtemp(join(tmpdir(), 'studio-db-tests-'))
  const fresh = await freshPglite()
  project.provide('freshPglite', fresh)
  const pglite = await copyFreshPglite(fresh)
  await migrate(pglite)
  await pglite.exec(adminAccount)
  const dump = join(folder, 'pglite.tar')
  await writeFile(dump, await (await pglite.dumpDataDir('none')).bytes())
  await pglite.close()
  project.provide('embedded', dump)

  const server = await starting
  const template = 'studio_test'
  await createMigratedDatabase(server.address, template)
  const sql = connect({ ...server.address, database: template })
  await sql.unsafe(adminAccount)
  await sql.end()
  project.provide('real', { address: server.address, template })

  return async () => {
    await rm(folder, { recursive: true })
    await server.stop()
  }
}
