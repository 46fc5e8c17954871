/** From a change in the database to the channels that may hear of it: the row is read again as each subscriber, so policies hold. */
import type { Caller, Database } from '../database'
import { quote, type Catalog, type Table } from '../rest/catalog'
import type { Binding, Channel } from './channel'
import type { Payload } from './frames'

/** What the triggers tell (triggers.sql). */
interface Change {
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  key: Payload | null
  old_key: Payload | null
  at: string
}

/** A binding that this server can fulfil: a published table, or all of them, without a filter. */
export function isPublished(catalog: Catalog, { schema, table, params }: Binding): boolean {
  if (schema !== 'public' || params.filter) return false
  return table === '*' || catalog.tables.get(table)?.published === true
}

/** Starts to hear changes. `channels` gives those that are joined at the moment of delivery. */
export async function deliverChanges(
  db: Database,
  catalog: Catalog,
  channels: () => Iterable<Channel>,
): Promise<void> {
  let waiting: Change[] = []
  let delivering = false
  await db.listen('embedded_changes', (payload) => {
    waiting.push(JSON.parse(payload) as Change)
    if (!delivering) void deliver()
  })

  // What happens during a delivery is gathered for the next: one look at the rows for each table and subscriber.
  async function deliver() {
    delivering = true
    while (waiting.length > 0) {
      const changes = waiting
      waiting = []
      const live = [...channels()].filter((channel) => channel.bindings.length > 0 && channel.isLive())
      for (const [key, group] of groupBy(live, (channel) => JSON.stringify(channel.caller))) {
        await deliverTo(db, catalog, key, group, changes).catch((error: unknown) =>
          console.error('embedded Supabase, realtime:', error),
        )
      }
    }
    delivering = false
  }
}

/** Delivers to the channels of one caller, which `key` is the text of. */
async function deliverTo(
  db: Database,
  catalog: Catalog,
  key: string,
  channels: Channel[],
  changes: Change[],
) {
  const caller = JSON.parse(key) as Caller
  const wanted = changes.filter((change) => channels.some((channel) => idsFor(channel, change).length > 0))
  const records = await readRecords(db, catalog, caller, wanted)
  for (const change of wanted) {
    const table = catalog.tables.get(change.table)
    const data = table && eventData(table, caller, change, records.get(change))
    if (!data) continue
    for (const channel of channels) {
      const ids = idsFor(channel, change)
      // The token may have been replaced while the rows were read.
      if (ids.length > 0 && JSON.stringify(channel.caller) === key)
        channel.push('postgres_changes', { ids, data })
    }
  }
}

function idsFor({ bindings }: Channel, change: Change): number[] {
  const fits = ({ schema, table, event, params }: Binding) =>
    schema === 'public' &&
    !params.filter &&
    ['*', change.table].includes(table) &&
    ['*', change.type].includes(event)
  return bindings.filter(fits).map((binding) => binding.id)
}

/** The rows of the changes that this caller may see, as they are now; one statement a table. */
async function readRecords(
  db: Database,
  catalog: Catalog,
  caller: Caller,
  changes: Change[],
): Promise<Map<Change, Payload>> {
  const records = new Map<Change, Payload>()
  const present = changes.filter((change) => change.key !== null)
  for (const [name, ofTable] of groupBy(present, (change) => change.table)) {
    const table = catalog.tables.get(name)
    if (!table || !mayRead(table, caller)) continue
    const columns = readable(table, caller).map((column) => `t.${quote(column)}`)
    const keys = table.primaryKey.map((column) => `${quote(column)} ${table.columns.get(column) ?? ''}`)
    const same = table.primaryKey.map((column) => `t.${quote(column)} = k.${quote(column)}`)
    const found = await db.as(
      caller,
      (run) =>
        run<{ at: number; record: Payload }>(
          `select k."embedded at" as at, (select to_json(r) from (select ${columns.join(', ')}) r) as record
           from json_to_recordset($1::json) as k (${keys.join(', ')}, "embedded at" int)
           join public.${quote(name)} t on ${same.join(' and ')}`,
          [JSON.stringify(ofTable.map((change, at) => ({ ...change.key, 'embedded at': at })))],
        ),
      { readOnly: true },
    )
    for (const { at, record } of found) {
      const change = ofTable[at]
      if (change) records.set(change, record)
    }
  }
  return records
}

function readable(table: Table, caller: Caller): string[] {
  return table.readable[caller.role] ?? []
}

function mayRead(table: Table, caller: Caller): boolean {
  return table.primaryKey.every((column) => readable(table, caller).includes(column))
}

/** The event as Realtime sends it, or null if this caller gets none. */
function eventData(
  table: Table,
  caller: Caller,
  change: Change,
  record: Payload | undefined,
): Payload | null {
  const base = { schema: 'public', table: change.table, type: change.type }
  const isDelete = change.type === 'DELETE'
  // A role without the right to read the key hears that something happened, and nothing of what.
  if (!isDelete && !mayRead(table, caller)) {
    const old = change.type === 'UPDATE' ? { old_record: {} } : {}
    return {
      ...base,
      commit_timestamp: null,
      columns: [],
      record: {},
      ...old,
      errors: ['Error 401: Unauthorized'],
    }
  }
  if (!isDelete && !record) return null
  const names = readable(table, caller)
  const old = Object.entries(change.old_key ?? {}).filter(([name]) => names.includes(name))
  return {
    ...base,
    commit_timestamp: change.at,
    columns: names.map((name) => ({
      name,
      type: SHORT[table.columns.get(name) ?? ''] ?? table.columns.get(name),
    })),
    ...(isDelete ? {} : { record }),
    ...(change.type === 'INSERT' ? {} : { old_record: Object.fromEntries(old) }),
    errors: null,
  }
}

/** Types by their name in pg_type, which is what supabase-js converts by, where SQL writes another. */
const SHORT: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time without time zone': 'time',
  smallint: 'int2',
  integer: 'int4',
  bigint: 'int8',
  boolean: 'bool',
}

// Map.groupBy, which Node 20 does not have.
function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
