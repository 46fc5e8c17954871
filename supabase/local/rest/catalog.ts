/** A client's identifier must be in the catalog before the server writes it into SQL. */
import type { Caller, Database } from '../database'

/** A table, a view, or the result of a function that returns a table. */
export interface Relation {
  name: string
  /** In the table's order. */
  columns: Map<string, string>
  /** With one column: by such a key, an embed adds the referenced row. */
  references: { column: string; table: string; target: string }[]
}

export interface Table extends Relation {
  primaryKey: string[]
  published: boolean
  /** With the names of their types in pg_type. */
  readable: Record<Caller['role'], { name: string; type: string }[]>
}

export interface Routine {
  name: string
  args: { name: string; type: string; required: boolean }[]
  returns: 'void' | 'scalar' | 'table'
  /** No columns if the function does not return a table. */
  rows: Relation
  readOnly: boolean
}

export interface Catalog {
  tables: Map<string, Table>
  routines: Map<string, Routine[]>
}

interface Row {
  tables: (Omit<Table, 'columns'> & { columns: [string, string][] })[]
  routines: (Omit<Routine, 'rows'> & { columns: [string, string][] })[]
}

const CATALOG = `
select
  (select coalesce(json_agg(json_build_object(
     'name', c.relname,
     'columns', (select json_agg(json_build_array(a.attname, format_type(a.atttypid, null)) order by a.attnum)
                 from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
     'primaryKey', (select coalesce(json_agg(a.attname order by k.n), '[]')
                    from pg_constraint p cross join unnest(p.conkey) with ordinality k (num, n)
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num
                    where p.conrelid = c.oid and p.contype = 'p'),
     'references', (select coalesce(json_agg(json_build_object('column', a.attname, 'table', t.relname, 'target', ta.attname)), '[]')
                    from pg_constraint f
                    join pg_class t on t.oid = f.confrelid and t.relnamespace = c.relnamespace
                    join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
                    join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = f.confkey[1]
                    where f.conrelid = c.oid and f.contype = 'f' and cardinality(f.conkey) = 1),
     'published', exists (select 1 from pg_publication_tables
                          where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = c.relname),
     'readable', (select json_object_agg(r.role, (
                    select coalesce(json_agg(json_build_object('name', a.attname, 'type', y.typname) order by a.attnum), '[]')
                    from pg_attribute a join pg_type y on y.oid = a.atttypid
                    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                      and has_column_privilege(r.role, c.oid, a.attnum, 'select')))
                  from unnest(array['anon', 'authenticated', 'service_role']) r (role)))), '[]')
   from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')) as tables,
  (select coalesce(json_agg(json_build_object(
     'name', p.proname,
     'args', (select coalesce(json_agg(json_build_object(
                'name', p.proargnames[i], 'type', format_type(p.proargtypes[i - 1], null),
                'required', i <= p.pronargs - p.pronargdefaults) order by i), '[]')
              from generate_series(1, p.pronargs) i),
     'returns', case when p.proretset then 'table' when p.prorettype = 'void'::regtype then 'void' else 'scalar' end,
     'columns', (select coalesce(json_agg(json_build_array(p.proargnames[i], format_type(p.proallargtypes[i], null)) order by i), '[]')
                 from generate_subscripts(p.proallargtypes, 1) i where p.proargmodes[i] = 't'),
     'readOnly', p.provolatile <> 'v')), '[]')
   from pg_proc p join pg_type t on t.oid = p.prorettype
   where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provariadic = 0
     and t.typtype <> 'c' and p.prorettype <> 'trigger'::regtype
     and (not p.proretset or p.proargmodes @> array['t'::"char"])
     and coalesce(p.proargmodes <@ array['i', 't']::"char"[], true)) as routines`

/** Once after the migrations: the schema does not change afterwards. */
export async function readCatalog(db: Database): Promise<Catalog> {
  const [row] = await db.asOwner((run) => run<Row>(CATALOG))
  if (!row) throw new Error('the catalog query returned no row')
  const routines = new Map<string, Routine[]>()
  for (const { columns, ...routine } of row.routines) {
    const rows = { name: routine.name, columns: new Map(columns), references: [] }
    routines.set(routine.name, [...(routines.get(routine.name) ?? []), { ...routine, rows }])
  }
  return {
    tables: new Map(row.tables.map((table) => [table.name, { ...table, columns: new Map(table.columns) }])),
    routines,
  }
}

/** The identifier must come from the catalog or from this code. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
