/**
 * `npm run db:types`: writes lib/supabase/database.types.ts from the migrations, in the format of `supabase gen types
 * typescript`, but with only the columns that the role `authenticated` may select, insert and update.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migrate, type SqlRunner } from '@/supabase/local/migrate'

export const typesFile = join(import.meta.dirname, '../lib/supabase/database.types.ts')

interface Column {
  name: string
  type: string
  nullable: boolean
  optional: boolean
  select: boolean
  insert: boolean
  update: boolean
}
interface Table {
  name: string
  columns: Column[]
  keys: { name: string; columns: string[]; target: string; target_columns: string[]; one_to_one: boolean }[]
}
interface Routine {
  name: string
  type: string
  args: { name: string; type: string; optional: boolean }[]
  result_columns: { name: string; type: string }[] | null
}

const namesOf = (table: string, numbers: string) => `array(
  select attname from unnest(${numbers}) with ordinality u (number, n)
  join pg_attribute on attrelid = ${table} and attnum = number order by n)`
const granted = (verb: string) =>
  `'${verb}', has_column_privilege('authenticated', c.oid, a.attnum, '${verb}')`

const relationsSql = (kind: 'r' | 'v') => `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
        'nullable', not a.attnotnull, 'optional', a.atthasdef or not a.attnotnull,
        ${granted('select')}, ${granted('insert')}, ${granted('update')}) order by a.attname)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', k.conname, 'columns', ${namesOf('k.conrelid', 'k.conkey')},
        'target', t.relname, 'target_columns', ${namesOf('k.confrelid', 'k.confkey')},
        'one_to_one', exists (select 1 from pg_constraint u
          where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey = k.conkey)) order by k.conname), '[]')
     from pg_constraint k join pg_class t on t.oid = k.confrelid
     where k.conrelid = c.oid and k.contype = 'f') as keys
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = '${kind}'
  order by c.relname`

const routinesSql = `
  select p.proname as name, format_type(p.prorettype, null) as type,
    (select coalesce(json_agg(json_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null),
        'optional', n > p.pronargs - p.pronargdefaults) order by p.proargnames[n]), '[]')
     from generate_series(1, p.pronargs) n) as args,
    (select json_agg(json_build_object('name', p.proargnames[n], 'type', format_type(p.proallargtypes[n], null))
        order by p.proargnames[n])
     from generate_subscripts(p.proargmodes, 1) n where p.proargmodes[n] = 't') as result_columns
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
  order by p.proname`

export async function databaseTypes(db: Pick<SqlRunner, 'query'>): Promise<string> {
  const tables = (await db.query<Table>(relationsSql('r'))).rows
  const views = (await db.query<Table>(relationsSql('v'))).rows
  const routines = (await db.query<Routine>(routinesSql)).rows
  return `// Generated from supabase/migrations by \`npm run db:types\`.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
${tables.map(renderTable).join('\n')}
    }
    Views: {
${views.map(renderView).join('\n')}
    }
    Functions: {
${routines.map(renderRoutine).join('\n')}
    }
  }
}
`
}

const shapeOf = (columns: Column[], optional: (column: Column) => boolean = () => false) =>
  object(
    columns.map((c) => `${c.name}${optional(c) ? '?' : ''}: ${tsType(c.type)}${c.nullable ? ' | null' : ''}`),
    10,
  )

function renderView({ name, columns }: Table) {
  const readable = columns.filter((column) => column.select)
  return `      ${name}: ${object([`Row: ${shapeOf(readable)}`, 'Relationships: []'], 8)}`
}

function renderTable({ name, columns, keys }: Table) {
  const shape = (verb: 'select' | 'insert' | 'update', optional?: (column: Column) => boolean) =>
    shapeOf(
      columns.filter((column) => column[verb]),
      optional,
    )
  const relationships = keys.map((key) =>
    object(
      [
        `foreignKeyName: '${key.name}'`,
        `columns: ['${key.columns.join("', '")}']`,
        `isOneToOne: ${key.one_to_one}`,
        `referencedRelation: '${key.target}'`,
        `referencedColumns: ['${key.target_columns.join("', '")}']`,
      ],
      10,
    ),
  )
  const members = [
    `Row: ${shape('select')}`,
    `Insert: ${shape('insert', (column) => column.optional)}`,
    `Update: ${shape('update', () => true)}`,
    `Relationships: [${relationships.join(', ')}]`,
  ]
  return `      ${name}: ${object(members, 8)}`
}

function renderRoutine({ name, type, args, result_columns }: Routine) {
  const argTypes = args.map((arg) => `${arg.name}${arg.optional ? '?' : ''}: ${tsType(arg.type)}`)
  const resultTypes = result_columns?.map((column) => `${column.name}: ${tsType(column.type)}`)
  const members = [
    `Args: ${argTypes.length ? object(argTypes, 10) : 'never'}`,
    `Returns: ${resultTypes ? `${object(resultTypes, 10)}[]` : tsType(type)}`,
  ]
  return `      ${name}: ${object(members, 8)}`
}

const object = (members: string[], indent: number) =>
  members.length
    ? `{\n${members.map((member) => `${' '.repeat(indent)}${member}\n`).join('')}${' '.repeat(indent - 2)}}`
    : 'Record<string, never>'

/** As the API returns the values in JSON. */
function tsType(type: string): string {
  if (type.endsWith('[]')) return `${tsType(type.slice(0, -2))}[]`
  if (['smallint', 'integer', 'bigint', 'numeric'].includes(type)) return 'number'
  return { boolean: 'boolean', jsonb: 'Json', json: 'Json', void: 'undefined' }[type] ?? 'string'
}

async function main() {
  const db = await PGlite.create()
  await migrate(db)
  await writeFile(typesFile, await databaseTypes(db))
  await db.close()
}

if (process.argv[1] === import.meta.filename) {
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
