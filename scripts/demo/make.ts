/** `tsx scripts/demo/make.ts DIR ORIGIN`. `ORIGIN` begins the links in mails. */
import { setTime } from './clock'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dateAt } from '@/lib/dates'
import { openDatabase } from '@/supabase/local/database'
import { lockDataFolder } from '@/supabase/local/data-folder'
import { openServices } from '@/supabase/local/services'
import { enterStudio } from '../in-process'
import { beforeMonth } from './days'
import { founders, liveMonth } from './month'
import { madeFile } from './start'

const [, , folder = '', origin = ''] = process.argv
const now = Date.now()
setTime(beforeMonth(now))
const { dir, release } = await lockDataFolder(folder)
const database = await openDatabase(dir)
const studio = await enterStudio(await openServices(database, dir), dir, origin)
const password = randomBytes(15).toString('base64url')
await liveMonth(studio, { setTime, now, password })
writeFileSync(join(dir, 'admin.txt'), `${founders[0]}\n${password}\n`, { mode: 0o600 })
await database.close()
writeFileSync(join(dir, madeFile), dateAt(new Date(now)))
await release()
process.exit(0)
