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

/** A binding that this server can fulfil: a published table (or all of them), without a filter. */
export function isPublished(catalog: Catalog, binding: Binding): boolean {
  if (binding.schema !== 'public' || binding.params.filter) return false
  return binding.table === '*' || catalog.tables.get(binding.table)?.published === true
}

/** Starts to hear changes. `channels` gives those that are joined at the moment of delivery. */
export async function deliverChanges(
  db: Database,
  catalog: Catalog,
  channels: () => Iterable<Channel>,
): Promise<void> {
  let waiting: Change[] = []
  let delivering = false
  const deliver = async () => {
    delivering = true
    // What arrives meanwhile is gathered and delivered together: one look at the rows for each subscriber and table.
    while (waiting.length > 0) {
      const changes = waiting
      waiting = []
      await deliverAll(db, catalog, [...channels()], changes).catch((error: unknown) =>
        console.error('embedded Supabase, realtime:', error),
      )
    }
    delivering = false
  }
  await db.listen('embedded_changes', (payload) => {
    waiting.push(JSON.parse(payload) as Change)
    if (!delivering) void deliver()
  })
}

async function deliverAll(db: Database, catalog: Catalog, channels: Channel[], changes: Change[]) {
  const live = channels.filter((channel) => channel.bindings.length > 0 && channel.isLive())
  for (const group of groupBy(live, (channel) => JSON.stringify(channel.caller)).values()) {
    const caller = group[0]?.caller
    if (!caller) continue
    const wanted = changes.filter((change) => group.some((channel) => idsFor(channel, change).length > 0))
    const rows = await readRows(db, catalog, caller, wanted)
    for (const change of wanted) {
      const data = eventData(catalog, caller, change, rows.get(change))
      if (!data) continue
      for (const channel of group) {
        const ids = idsFor(channel, change)
        // The token may have been replaced while the rows were read.
        if (ids.length > 0 && channel.caller === caller) channel.push('postgres_changes', { ids, data })
      }
    }
  }
}

function idsFor(channel: Channel, change: Change): number[] {
  return channel.bindings
    .filter(
      (b) =>
        b.schema === 'public' &&
        !b.params.filter &&
        ['*', change.table].includes(b.table) &&
        ['*', change.type].includes(b.event),
    )
    .map((b) => b.id)
}

/** The rows of the changes that this caller may see, one statement a table. */
async function readRows(
  db: Database,
  catalog: Catalog,
  caller: Caller,
  changes: Change[],
): Promise<Map<Change, Payload>> {
  const rows = new Map<Change, Payload>()
  for (const [name, ofTable] of groupBy(
    changes.filter((change) => change.key !== null),
    (change) => change.table,
  )) {
    const table = catalog.tables.get(name)
    if (!table || !mayRead(table, caller)) continue
    const columns = (table.readable[caller.role] ?? []).map((column) => `t.${quote(column)}`).join(', ')
    const keys = table.primaryKey
      .map((column) => `${quote(column)} ${table.columns.get(column) ?? 'text'}`)
      .join(', ')
    const same = table.primaryKey.map((column) => `t.${quote(column)} = k.${quote(column)}`).join(' and ')
    const values = ofTable.map((change, index) => ({ ...change.key, 'embedded index': index }))
    const found = await db.as(
      caller,
      (run) =>
        run<{ index: number; record: Payload }>(
          `select k."embedded index" as index, (select to_json(r) from (select ${columns}) r) as record
           from json_to_recordset($1::json) as k (${keys}, "embedded index" int) join public.${quote(name)} t on ${same}`,
          [JSON.stringify(values)],
        ),
      { readOnly: true },
    )
    for (const { index, record } of found) {
      const change = ofTable[index]
      if (change) rows.set(change, record)
    }
  }
  return rows
}

function mayRead(table: Table, caller: Caller): boolean {
  return table.primaryKey.every((column) => table.readable[caller.role]?.includes(column))
}

/** The event as Realtime sends it, or null if this caller gets none. */
function eventData(
  catalog: Catalog,
  caller: Caller,
  change: Change,
  record: Payload | undefined,
): Payload | null {
  const table = catalog.tables.get(change.table)
  if (!table) return null
  const base = { schema: 'public', table: change.table, type: change.type, commit_timestamp: change.at }
  // A role without the right to read the key hears that something happened, and nothing of what.
  if (change.type !== 'DELETE' && !mayRead(table, caller)) {
    return {
      ...base,
      commit_timestamp: null,
      columns: null,
      record: null,
      errors: ['Error 401: Unauthorized'],
    }
  }
  if (change.type !== 'DELETE' && !record) return null
  const readable = table.readable[caller.role] ?? []
  const columns = readable.map((name) => ({ name, type: shortType(table.columns.get(name) ?? '') }))
  const oldRecord = Object.fromEntries(
    Object.entries(change.old_key ?? {}).filter(([name]) => readable.includes(name)),
  )
  return {
    ...base,
    columns,
    ...(change.type === 'DELETE' ? {} : { record }),
    ...(change.type === 'INSERT' ? {} : { old_record: oldRecord }),
    errors: null,
  }
}

const SHORT: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'time without time zone': 'time',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  boolean: 'bool',
}
/** The type's name in pg_type, which is what Realtime shows and supabase-js converts by. */
function shortType(type: string): string {
  return SHORT[type] ?? type
}

// Map.groupBy, which Node 20 does not have.
function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
