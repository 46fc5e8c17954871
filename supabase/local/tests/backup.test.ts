// @module-tag full
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ensureFirstAdmin } from '@/scripts/admin-create'
import { stopProcess } from '@/scripts/processes'
import { migrationFiles } from '../migrate'
import { copyFolder, runSql } from './embedded'
import { useServers, run, signedIn } from './servers'

const start = useServers()

test('a dump contains no data of a person who was erased before the dump', async () => {
  const data = copyFolder()
  const file = join(data, 'studio.dump')
  await runSql(
    data,
    `insert into inquiries (name, email, message) values ('Whero Gone', 'whero@gone.example', repeat('Kōwhai gone', 400));
    analyze inquiries;`,
  )
  // Opening the database again writes the write-ahead log into the table files.
  await runSql(data, `select private.erase_request(id) from inquiries where name = 'Whero Gone'`)
  const left = (bytes: Buffer) =>
    ['Whero Gone', 'whero@gone.example', 'Kōwhai'].filter((w) => bytes.includes(w))
  expect(left(everything(join(data, 'database'))), 'Postgres’s own files').not.toEqual([])
  expect((await run('scripts/db.ts', ['dump', file], data)).code).toBe(0)
  expect(left(gunzipSync(readFileSync(file)))).toEqual([])
})

/** The bytes of all files in a folder. */
function everything(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Buffer.concat(files.map((file) => readFileSync(join(file.parentPath, file.name))))
}

test('a restore after a reset brings back all data and the admins’ passwords', async () => {
  const data = copyFolder()
  const file = join(data, 'studio.dump')
  await runSql(
    data,
    `insert into time_slots (start_time, end_time, duration_minutes) values ('05:00', '05:01', 1)`,
  )
  expect(await run('scripts/db.ts', ['dump', file], data)).toEqual({
    code: 0,
    output: `The database is in ${file}.\n`,
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await run('scripts/db.ts', ['dump', file], data)).toEqual({
    code: 1,
    output: `${file} is there already, and stays as it is.\n`,
  })
  expect((await run('scripts/db.ts', ['reset'], data)).code).toBe(0)
  expect(existsSync(join(data, 'database'))).toBe(false)

  const damaged = join(data, 'damaged.dump')
  writeFileSync(damaged, readFileSync(file).subarray(0, 100_000))
  const refused = await run('scripts/db.ts', ['restore', damaged], data)
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('nothing is changed') as string])
  const restored = await run('scripts/db.ts', ['restore', file], data)
  expect(restored.code).toBe(0)
  expect(restored.output, 'after a reset').not.toContain('before-restore')
  const server = await start(data)
  await ensureFirstAdmin(server) // as `npm start` does
  const admin = await signedIn(server)
  const { data: rows } = await admin.from('time_slots').select('start_time').eq('start_time', '05:00')
  expect(rows).toEqual([{ start_time: '05:00:00' }])

  await stopProcess(server.process)
  expect((await run('scripts/db.ts', ['reset'], data)).code).toBe(0)
  const left = readdirSync(data).filter((name) => name.startsWith('database'))
  expect(left, 'people’s data').toEqual([])
})

test('db:restore refuses a dump of another baseline and keeps the database', async () => {
  const data = copyFolder()
  const file = join(data, 'older.dump')
  const recordAs = (versions: string[]) =>
    runSql(
      data,
      `with before as (delete from supabase_migrations.schema_migrations)
       insert into supabase_migrations.schema_migrations (version, name)
       values ${versions.map((version) => `('${version}', 'a step')`).join()}`,
    )
  await recordAs(['20261125170000'])
  expect((await run('scripts/db.ts', ['dump', file], data)).code).toBe(0)
  await recordAs((await migrationFiles()).map((file) => file.slice(0, 14)))
  const refused = await run('scripts/db.ts', ['restore', file], data)
  expect(refused.code).toBe(1)
  expect(refused.output).toMatch(/^Nothing is changed\. The baseline 20261125170000 made/)
  await start(data) // throws on a database of another baseline
})
