/**
 * `npm run db:diff`: prints the changes from the database of supabase/migrations to that of supabase/schemas, to write
 * the next migration from.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { compareTexts } from '../lib/offers/changes'
import { bootstrap, migrate, type SqlRunner } from '../supabase/local/migrate'
import { runFile, type ScriptRunner } from '../supabase/local/script'

const root = join(import.meta.dirname, '..')

/**
 * One file after the other, in the open transaction of an empty Supabase database. Throws StartError with the file and
 * line of a statement that fails.
 */
export async function runSchemas(db: ScriptRunner): Promise<void> {
  const files = (await readdir(join(root, 'supabase/schemas'))).filter((file) => file.endsWith('.sql')).sort()
  for (const file of files) await runFile(db, `supabase/schemas/${file}`)
}

const namespaces = `n.nspname in ('public', 'private')`
const rights = (acl: string, kind: string, owner: string) => `(
  select string_agg(case grantee when 0 then 'public' else grantee::regrole::text end || ' ' || privilege_type, ', '
    order by grantee::regrole::text, privilege_type)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) where grantee <> ${owner})`

/** The oid is that of the object that a statement creates or changes. */
const kinds = {
  schema: `select oid, nspname as name, concat_ws(E'\\n', obj_description(oid), ${rights('nspacl', 'n', 'nspowner')}) as definition
    from pg_namespace n where nspname = 'private'`,
  table: `select c.oid, c.oid::regclass::text as name,
      concat_ws(E'\\n', case when relrowsecurity then 'row level security' end, obj_description(c.oid), ${rights('relacl', 'r', 'relowner')}) as definition
    from pg_class c join pg_namespace n on n.oid = relnamespace where ${namespaces} and relkind in ('r', 'p', 'v', 'm', 'S')`,
  view: `select c.oid, c.oid::regclass::text as name, format(E'CREATE OR REPLACE VIEW %I.%I%s AS\\n%s', nspname, relname,
        ' WITH (' || array_to_string(reloptions, ', ') || ')', pg_get_viewdef(c.oid, true)) as definition
    from pg_class c join pg_namespace n on n.oid = relnamespace where ${namespaces} and relkind = 'v'`,
  column: `select attrelid as oid, attrelid::regclass || '.' || attname as name,
      concat_ws(E'\\n', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        case when attcollation not in (0, 100) then attcollation::regcollation::text end, pg_get_expr(adbin, adrelid), nullif(attidentity, ''),
        col_description(attrelid, attnum), ${rights('attacl', 'c', 'relowner')}) as definition
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${namespaces} and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  constraint: `select k.oid, conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_namespace n on n.oid = connamespace where ${namespaces} and contype <> 'n'`,
  index: `select indexrelid as oid, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace where ${namespaces}`,
  function: `select p.oid, p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) || ';' as definition
    from pg_proc p join pg_namespace n on n.oid = pronamespace where ${namespaces}`,
  'comment and rights of': `select p.oid, p.oid::regprocedure::text as name,
      concat_ws(E'\\n', obj_description(p.oid), ${rights('proacl', 'f', 'proowner')}) as definition
    from pg_proc p join pg_namespace n on n.oid = pronamespace where ${namespaces}`,
  trigger: `select t.oid, tgrelid::regclass || ' ' || tgname as name, concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid)) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace where ${namespaces} and not tgisinternal`,
  policy: `select o.oid, tablename || ' "' || policyname || '"' as name, to_jsonb(p)::text as definition
    from pg_policies p join pg_policy o on polname = policyname and polrelid = format('%I.%I', schemaname, tablename)::regclass`,
  // A publication that names no columns of a table includes later columns by itself.
  publication: `select r.oid, t.schemaname || '.' || t.tablename as name,
      concat_ws(' ', t.pubname, case when r.prattrs is not null then t.attnames end, t.rowfilter) as definition
    from pg_publication_tables t join pg_publication p on p.pubname = t.pubname
    left join pg_publication_rel r on r.prpubid = p.oid and r.prrelid = format('%I.%I', t.schemaname, t.tablename)::regclass`,
}

/**
 * In the order in which they were created, by kind and name. Includes the rows of private tables, except tables with
 * keys (bytea columns). Ignores the order of columns, because a migration can only add one at the end.
 */
export async function schemaObjects(db: Pick<SqlRunner, 'query'>): Promise<Map<string, string>> {
  const queries = Object.entries(kinds).map(
    ([kind, sql]) => `select '${kind} ' || name as name, definition, oid from (${sql}) objects`,
  )
  const { rows: found } = await db.query<{ name: string; definition: string }>(
    `${queries.join(' union all ')} order by oid, name`,
  )
  const objects = new Map(found.map(({ name, definition }) => [name, definition]))
  const { rows: tables } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'private'::regnamespace and relkind = 'r' order by 1`,
  )
  for (const { name } of tables) {
    const { rows } = await db.query<{ rows: string }>(
      `select coalesce(string_agg(fields, E'\\n' order by fields), '') as rows from (
        select (to_jsonb(t) - array(select attname::text from pg_attribute
          where attrelid = '${name}'::regclass and atttypid = 'bytea'::regtype))::text as fields from ${name} t) each`,
    )
    objects.set(`rows of ${name}`, rows[0]?.rows ?? '')
  }
  return objects
}

/** In the order of supabase/schemas, so that no text uses an object of a later one. */
export function schemaDifferences(schemas: Map<string, string>, migrations: Map<string, string>): string[] {
  const names = [...new Set([...schemas.keys(), ...migrations.keys()])]
  return names
    .filter((name) => schemas.get(name) !== migrations.get(name))
    .map((name) => `=== ${name}\n${difference(schemas.get(name), migrations.get(name))}`)
}

/** As in `diff -u`; of a function or view also the whole new definition, to copy into the migration. */
function difference(schemas: string | undefined, migrations: string | undefined): string {
  if (schemas === undefined) return 'only in supabase/migrations'
  if (migrations === undefined) return `only in supabase/schemas\n${schemas}`
  const marks = { same: ' ', removed: '-', added: '+' }
  const lines = compareTexts(migrations, schemas).map(({ kind, line }) => marks[kind] + line)
  const changed = lines.flatMap((line, at) => (line.startsWith(' ') ? [] : [at]))
  const shown = lines.filter((_, at) => changed.some((other) => Math.abs(at - other) <= 3))
  const text = ['--- supabase/migrations', '+++ supabase/schemas', ...shown]
  if (schemas.startsWith('CREATE OR REPLACE ')) text.push('', schemas)
  return text.join('\n')
}

async function main() {
  const [schemas, migrations] = await Promise.all([PGlite.create(), PGlite.create()])
  await bootstrap(schemas)
  await schemas.exec('begin')
  await runSchemas(schemas)
  await migrate(migrations)
  for (const db of [schemas, migrations]) await db.exec(`set search_path = ''`) // prints each name with its schema
  const differences = schemaDifferences(await schemaObjects(schemas), await schemaObjects(migrations))
  if (differences.length > 0) console.log(differences.join('\n\n'))
  await Promise.all([schemas.close(), migrations.close()])
  if (differences.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) {
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
