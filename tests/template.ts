import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createAdmin } from '../scripts/admin-create'
import { shortLived, startEmbedded, stopProcess } from '../scripts/processes'
import { nodeClient } from '../scripts/supabase-client'
import { people } from './people'

/** Creates the seeded data folder that every studio copies, once per run. Returns the folder's path. */
export async function makeTemplate(): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'studio-template-'))
  const embedded = await startEmbedded({ data, port: 0, nodeArgs: shortLived })
  await createAdmin(embedded, people.admin.email, people.admin.password)
  const { error } = await nodeClient(embedded, embedded.secretKey).auth.admin.createUser({
    ...people.member,
    email_confirm: true,
  })
  if (error) throw error
  await stopProcess(embedded.process)
  const db = await PGlite.create(join(data, 'database'))
  await db.exec(await readFile(join(import.meta.dirname, 'studio.sql'), 'utf8'))
  await db.close()
  return data
}
