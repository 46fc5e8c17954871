/** One of the two databases that are compared: its schema, its callers and what is read of it. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { bootstrapSql } from '@/supabase/local/migrate'
import { copyFreshPglite, freshPglite } from '../fresh-pglite'

const root = join(import.meta.dirname, '../..')
const schemas = 'supabase/schemas'

/** The schema's files in order: those of a commit, of a folder, or of this working tree. */
export function readSchema(source: string): string[] {
  if (source.includes('/'))
    return names(readdirSync(source)).map((name) => readFileSync(join(source, name), 'utf8'))
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  const listed = git('ls-tree', '--name-only', source, `${schemas}/`).split('\n')
  return names(listed).map((name) => git('show', `${source}:${name}`))
}
const names = (all: string[]) => all.filter((name) => name.endsWith('.sql')).toSorted()
export const workingTree = join(root, schemas)

export type Row = Record<string, unknown>
export const founders = ['ana', 'bo'] as const
export type Who = 'visitor' | 'database' | (typeof founders)[number]
const uuid = (end: string) => `00000000-0000-4000-8000-0000000000${end}`
export const founderIds = { ana: uuid('a1'), bo: uuid('a2') }
const KEY = 'the site’s key'

export class World {
  /** The request of this sequence, its offer, and its calendar_sequence as it began. */
  id = ''
  offer = ''
  began = 0
  mails: Row[] = []
  /** Whether what ended an offer's version is a row. */
  hasEndings = true
  constructor(
    readonly name: 'old' | 'new',
    readonly db: PGlite,
  ) {}

  static async open(name: 'old' | 'new', source: string): Promise<World> {
    const parsers = Object.fromEntries(
      [types.DATE, types.TIME, types.TIMESTAMP, types.TIMESTAMPTZ].map((oid) => [oid, String]),
    )
    const fresh = await copyFreshPglite(await freshPglite())
    const dump = await fresh.dumpDataDir('none')
    await fresh.close()
    const db = await PGlite.create({ loadDataDir: dump, parsers })
    await db.exec(await bootstrapSql())
    for (const file of readSchema(source)) await db.exec(file)
    await db.exec(`
      set timezone = 'UTC';
      delete from public.recurring_availability; delete from public.time_slots;
      update private.submission_caps set max = 1000000;`)
    for (const hour of [9, 11, 13, 15, 17])
      await db.exec(`
        with slot as (insert into public.time_slots (id, start_time, end_time, duration_minutes)
          values ('${uuid(`${hour}`.padStart(2, '0'))}', '${hour}:00', '${hour + 1}:00', 60) returning id)
        insert into public.recurring_availability select weekday, id from slot, generate_series(0, 6) weekday`)
    for (const [nth, who] of founders.entries())
      await db.exec(`
        insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
        values ('${founderIds[who]}', '${who}@studio.test', 'x', '{"role": "admin"}', '{}');
        insert into auth.sessions (id, user_id) values ('${uuid(`b${nth + 1}`)}', '${founderIds[who]}')`)
    const world = new World(name, db)
    world.hasEndings = await world.value<boolean>("select to_regclass('public.offer_endings') is not null")
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(KEY))
    await world.rows('select public.set_site_key($1, true)', Buffer.from(hash).toString('hex'))
    return world
  }

  async rows<R = Row>(sql: string, ...params: unknown[]): Promise<R[]> {
    return (await this.db.query<R>(sql, params)).rows
  }
  async value<V>(sql: string, ...params: unknown[]): Promise<V> {
    return Object.values((await this.rows(sql, ...params))[0] ?? {})[0] as V
  }

  /** One statement by this caller, in a transaction of its own. */
  async as<R = Row>(who: Who, sql: string, ...params: unknown[]): Promise<R[]> {
    if (who === 'database') return this.rows(sql, ...params)
    const claims =
      who === 'visitor'
        ? { role: 'anon' }
        : {
            role: 'authenticated',
            sub: founderIds[who],
            email: `${who}@studio.test`,
            app_metadata: { role: 'admin' },
            session_id: uuid(who === 'ana' ? 'b1' : 'b2'),
          }
    const role = who === 'visitor' ? 'anon' : 'authenticated'
    return this.db.transaction(async (tx) => {
      await tx.exec(
        `select set_config('role', '${role}', true), set_config('request.jwt.claims', '${JSON.stringify(claims)}', true)`,
      )
      return (await tx.query<R>(sql, params)).rows
    })
  }
  async call<V>(who: Who, name: string, ...params: unknown[]): Promise<V> {
    const places = params.map(
      (param, n) =>
        `$${n + 1}${param !== null && typeof param === 'object' && !Array.isArray(param) ? '::jsonb' : ''}`,
    )
    return Object.values(
      (await this.as(who, `select public.${name}(${places.join()}) as value`, ...params))[0] ?? {},
    )[0] as V
  }
  site<V>(name: string, ...params: unknown[]) {
    return this.call<V>('visitor', name, KEY, ...params)
  }

  /** Forgets everybody. */
  async clear() {
    await this.db.exec(`
      set session_replication_role = 'replica';
      truncate public.requests cascade; delete from public.closed_dates; delete from private.submits;
      set session_replication_role = 'origin';
      delete from public.time_slots where id::text not like '00000000-0000-4000-8000-%';
      update private.studio_settings set location_kind = 'video', location_name = 'Room', location_url = 'https://meet.example/room';`)
    this.id = ''
    this.offer = ''
    this.mails = []
  }

  isCall = () => this.value<boolean>('select exists (select from public.bookings where id = $1)', this.id)
  table = async () => ((await this.isCall()) ? 'bookings' : 'inquiries')
  async revision() {
    return this.value<number>(`select revision from public.${await this.table()} where id = $1`, this.id)
  }
}
