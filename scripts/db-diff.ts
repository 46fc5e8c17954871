/**
 * `npm run db:diff`: prints how supabase/schemas, where the database is read, differs from what supabase/migrations build. After a change
 * of a schema file it shows what the new migration still has to do. Nothing is printed when both are the same.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { bootstrapSql, migrate, type SqlRunner } from '../supabase/local/migrate'

const folder = join(import.meta.dirname, '../supabase/schemas')

/** The whole of supabase/schemas as one script, for a database that has only what Supabase itself brings. */
export async function schemaScript(): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
}

const namespaces = `n.nspname in ('public', 'private')`
const rights = (acl: string, kind: string, owner: string) => `(
  select string_agg(case grantee when 0 then 'public' else grantee::regrole::text end || ' ' || privilege_type, ', '
    order by grantee::regrole::text, privilege_type)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) where grantee <> ${owner})`

/** Each selects the name of every object of one kind, and its definition. */
const kinds = {
  schema: `select nspname as name, concat_ws(E'\\n', obj_description(oid), ${rights('nspacl', 'n', 'nspowner')}) as definition
    from pg_namespace n where nspname = 'private'`,
  table: `select c.oid::regclass as name,
      concat_ws(E'\\n', case when relrowsecurity then 'row level security' end, obj_description(c.oid), ${rights('relacl', 'r', 'relowner')}) as definition
    from pg_class c join pg_namespace n on n.oid = relnamespace where ${namespaces} and relkind in ('r', 'p', 'v', 'm', 'S')`,
  column: `select attrelid::regclass || '.' || attname as name,
      concat_ws(E'\\n', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        case when attcollation <> 100 then attcollation::regcollation::text end, pg_get_expr(adbin, adrelid), nullif(attidentity, ''),
        col_description(attrelid, attnum), ${rights('attacl', 'c', 'relowner')}) as definition
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${namespaces} and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
  constraint: `select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_namespace n on n.oid = connamespace where ${namespaces} and contype <> 'n'`,
  index: `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace where ${namespaces}`,
  function: `select p.oid::regprocedure as name,
      concat_ws(E'\\n', pg_get_functiondef(p.oid), obj_description(p.oid), ${rights('proacl', 'f', 'proowner')}) as definition
    from pg_proc p join pg_namespace n on n.oid = pronamespace where ${namespaces}`,
  trigger: `select tgrelid::regclass || ' ' || tgname as name, concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid)) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace where ${namespaces} and not tgisinternal`,
  policy: `select tablename || ' "' || policyname || '"' as name, to_jsonb(p)::text as definition from pg_policies p`,
  publication: `select schemaname || '.' || tablename as name, concat_ws(' ', pubname, attnames, rowfilter) as definition from pg_publication_tables`,
}

/**
 * What there is in the schemas public and private: the definition of every object, with its comment and rights, under its kind and name; and
 * the rows of the private tables, but for bytea, which is keys. The order of a table's columns does not count, because migrations append.
 */
export async function schemaObjects(db: Pick<SqlRunner, 'query'>): Promise<Map<string, string>> {
  const objects = new Map<string, string>()
  for (const [kind, sql] of Object.entries(kinds)) {
    const { rows } = await db.query<{ name: string; definition: string }>(
      `select name::text, definition from (${sql}) objects order by 1`,
    )
    for (const { name, definition } of rows) objects.set(`${kind} ${name}`, definition)
  }
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

/** The differences of two databases, a text for each object that only one has or whose definition differs. */
export function schemaDifferences(schemas: Map<string, string>, migrations: Map<string, string>): string[] {
  const names = [...new Set([...schemas.keys(), ...migrations.keys()])].sort()
  return names
    .filter((name) => schemas.get(name) !== migrations.get(name))
    .map((name) =>
      [
        `=== ${name}`,
        `--- supabase/migrations\n${migrations.get(name) ?? '(does not exist)'}`,
        `+++ supabase/schemas\n${schemas.get(name) ?? '(does not exist)'}`,
      ].join('\n'),
    )
}

async function main() {
  const [schemas, migrations] = await Promise.all([PGlite.create(), PGlite.create()])
  await schemas.exec(`${await bootstrapSql()}\n${await schemaScript()}`)
  await migrate(migrations)
  const differences = schemaDifferences(await schemaObjects(schemas), await schemaObjects(migrations))
  console.log(differences.join('\n\n'))
  await Promise.all([schemas.close(), migrations.close()])
  if (differences.length > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) await main()
