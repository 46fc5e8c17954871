import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { siteKey } from '@/lib/supabase/site-key'
import { root } from '@/scripts/processes'
import { ensureSiteSecret } from '@/scripts/site-key'
import { migrationFiles } from '@/supabase/local/migrate'
import { nodeClient } from '@/scripts/supabase-client'
import { copyFreshPglite } from '@/tests/fresh-pglite'
import { people } from '@/tests/people'
import { makePeople } from './embedded'
import { useServers } from './servers'

const start = useServers()

/**
 * A data folder as the first version made it: its bootstrap (kept beside this file), its
 * migrations, its seed, a visitor's inquiry.
 */
async function makeOldFolder(): Promise<string> {
  const data = join(inject('dataFolders'), randomUUID())
  mkdirSync(data)
  const lite = await copyFreshPglite(inject('freshPglite'), join(data, 'database'))
  const exec = async (...path: string[]) => lite.exec(await readFile(join(root, ...path), 'utf8'))
  await exec('supabase/local/tests/first-version/bootstrap.sql')
  await lite.exec(
    'create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text primary key, name text)',
  )
  for (const file of (await migrationFiles()).filter((name) => name < '20261121')) {
    await exec('supabase/migrations', file)
    await lite.query('insert into supabase_migrations.schema_migrations values ($1)', [file.slice(0, 14)])
  }
  await exec('supabase/seed.sql')
  await lite.exec(
    `insert into public.inquiries (name, email, message) values ('Ana', 'ana@example.com', 'Kia ora')`,
  )
  await lite.close()
  return data
}

test('a data folder of the first version starts, loses nothing, and takes what admins and visitors do', async () => {
  const server = await start(await makeOldFolder())
  await makePeople(server)
  const secret = await ensureSiteSecret(server)
  const visitor = nodeClient(server, server.publishableKey)
  const admin = nodeClient(server, server.publishableKey)
  expect((await admin.auth.signInWithPassword(people.admin)).error).toBeNull()

  const inquiry = { p_name: 'Bo', p_email: 'bo@example.com', p_site_key: siteKey(secret) }
  expect((await visitor.rpc('create_inquiry', inquiry)).error).toBeNull()
  const { data } = await admin.from('inquiries').select('name').order('name')
  expect(data).toEqual([{ name: 'Ana' }, { name: 'Bo' }])
  const changed = await admin.from('inquiries').update({ status: 'read' }).eq('name', 'Ana').select('status')
  expect(changed.data).toEqual([{ status: 'read' }])
  const slots = await admin.from('time_slots').select('id')
  const id = slots.data?.[0]?.id as string
  expect((await admin.from('recurring_availability').delete().eq('time_slot_id', id)).error).toBeNull()
})
