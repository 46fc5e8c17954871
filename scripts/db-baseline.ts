/**
 * `npm run db:baseline`: writes supabase/schemas into one migration, the only one until the first release. Each
 * new content gets a new version, so that the embedded Supabase recognises a database of an older baseline.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationFiles } from '../supabase/local/migrate'

const supabase = join(import.meta.dirname, '../supabase')

/** All files of supabase/schemas in order, as one text. */
export async function schemasText(): Promise<string> {
  const files = (await readdir(join(supabase, 'schemas'))).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(supabase, 'schemas', file), 'utf8')))
  return texts.join('\n')
}

async function main() {
  const content = await schemasText()
  const files = await migrationFiles()
  const [newest = ''] = files.slice(-1)
  if (files.length === 1 && (await readFile(join(supabase, 'migrations', newest), 'utf8')) === content) return
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const next = String(Number(newest.slice(0, 14) || 0) + 1)
  const file = `${now > next ? now : next}_baseline.sql`
  for (const old of files) await rm(join(supabase, 'migrations', old))
  await writeFile(join(supabase, 'migrations', file), content)
  console.log(`supabase/migrations/${file}`)
}

if (process.argv[1] === import.meta.filename) await main()
