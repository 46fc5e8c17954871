/** Once a run: the migrations on an embedded and, where the machine has one, a real PostgreSQL. Test files copy from these. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { connect, createMigratedDatabase, startRealPostgres, type Address } from '@/scripts/real-postgres'
import { migrate } from '@/supabase/local/migrate'

declare module 'vitest' {
  interface ProvidedContext {
    /** A tar file of a migrated PGlite. */
    embedded: string
    /** A real server and its migrated database to copy, or null. */
    real: { address: Address; template: string } | null
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'studio-db-tests-'))
  const pglite = await PGlite.create()
  await migrate(pglite)
  const dump = join(folder, 'pglite.tar')
  await writeFile(dump, await (await pglite.dumpDataDir('none')).bytes())
  await pglite.close()
  project.provide('embedded', dump)

  const server = await startRealPostgres()
  const template = `studio_test_${process.pid}`
  if (server) await createMigratedDatabase(server.address, template)
  else
    console.log(
      'No PostgreSQL found (PATH, /usr/lib/postgresql, DATABASE_URL): the database tests run on PGlite only, races are not tested.',
    )
  project.provide('real', server && { address: server.address, template })

  return async () => {
    await rm(folder, { recursive: true })
    if (!server) return
    const sql = connect(server.address)
    const copies = await sql<
      { name: string }[]
    >`select datname as name from pg_database where datname like ${`${template}%`}`
    for (const { name } of copies) await sql.unsafe(`drop database ${name} with (force)`)
    await sql.end()
    await server.stop()
  }
}
