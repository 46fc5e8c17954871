/** `npm run db:reset`, `db:dump -- FILE`, `db:restore -- FILE`: for the embedded database, while no server uses it. */
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { StartError, lockDataFolder } from '../supabase/local/data-folder'
import { openDatabaseFolder } from '../supabase/local/database'
import { appliedVersions, assertSameBaseline } from '../supabase/local/migrate'
import { dataFolder, readEnvFile } from './processes'

const [command, file] = process.argv.slice(2)

async function main() {
  const commands: Record<string, (dir: string) => Promise<string>> = { reset, dump, restore }
  const run = commands[command ?? '']
  if (!run)
    throw new StartError('Usage: npm run db:reset, npm run db:dump -- FILE, npm run db:restore -- FILE')
  readEnvFile()
  const folder = await lockDataFolder(dataFolder())
  try {
    console.log(await run(folder.dir))
  } finally {
    await folder.release()
  }
}

async function reset(dir: string): Promise<string> {
  for (const name of [
    'database',
    'database.new',
    'database.before-restore',
    'admin.txt',
    'outbox',
    'auth-mails',
  ])
    await rm(join(dir, name), { recursive: true, force: true })
  return `The database in ${dir} is deleted, with outbox/, auth-mails/ and admin.txt. The next start makes a new one, with the seed and a new first admin.`
}

async function dump(dir: string): Promise<string> {
  if (existsSync(fileArgument()))
    throw new StartError(`${fileArgument()} is there already, and stays as it is.`)
  const database = await openDatabaseFolder(join(dir, 'database'))
  await removeOldRows(database)
  const archive = await database.dumpDataDir('gzip')
  await database.close()
  // It contains visitors' data and password hashes, so only its owner may read it.
  await writeFile(fileArgument(), Buffer.from(await archive.arrayBuffer()), { flag: 'wx', mode: 0o600 })
  return `The database is in ${fileArgument()}.`
}

/**
 * From table files, statistics and write-ahead log: a dump copies these, and must contain no data of an erased visitor.
 */
async function removeOldRows(database: PGlite): Promise<void> {
  // VACUUM cannot run in a transaction.
  for (const statement of [
    'analyze',
    'vacuum full',
    'set wal_recycle = off', // otherwise Postgres renames old log files and keeps their content
    'select pg_switch_wal()',
    'checkpoint',
  ])
    await database.exec(statement)
}

async function restore(dir: string): Promise<string> {
  const [home, coming, before] = ['database', 'database.new', 'database.before-restore'].map((name) =>
    join(dir, name),
  ) as [string, string, string]
  await rm(coming, { recursive: true, force: true })
  try {
    const archive = new Blob([gunzipSync(await readFile(fileArgument()))])
    const database = await PGlite.create({ dataDir: coming, loadDataDir: archive })
    const versions = await appliedVersions(database)
    await database.close()
    if (!versions) throw new Error('it has no migrations')
    await assertSameBaseline(versions)
  } catch (error) {
    await rm(coming, { recursive: true, force: true })
    if (error instanceof StartError) throw new StartError(`Nothing is changed. ${error.message}`)
    throw new StartError(
      `${fileArgument()} is not a dump of this database, so nothing is changed (${(error as Error).message}).`,
    )
  }
  await rm(before, { recursive: true, force: true })
  const wasThere = existsSync(home)
  if (wasThere) await rename(home, before)
  await rename(coming, home)
  return (
    `The database in ${dir} is the one of ${fileArgument()}, with its admins and their passwords.` +
    (wasThere ? ` What was there before is in ${before}; "npm run db:reset" deletes both.` : '')
  )
}

function fileArgument(): string {
  if (file) return file
  throw new StartError(`Which file? npm run db:${command} -- FILE`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
