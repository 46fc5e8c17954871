/**
 * Delivers changes to the channels that may see them: the row is read again as each subscriber, so
 * policies hold.
 */
import type { Caller, Database, Run } from '../database'
import { quote, type Catalog, type Table } from '../rest/catalog'
import type { Binding, Channel } from './channel'
import type { Payload } from './frames'

/** The payload of a notification (triggers.sql). */
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

/** Starts to listen for changes. `channels` gives the channels joined at the moment of delivery. */
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

  // Changes during a delivery wait for the next one, so that each delivery reads a table once for
  // each caller.
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

/** Delivers to the channels of one caller; `key` is the caller as JSON. */
async function deliverTo(
  db: Database,
  catalog: Catalog,
  key: string,
  channels: Channel[],
  changes: Change[],
) {
  const caller = JSON.parse(key) as Caller
  const wanted = changes.filter((change) => channels.some((channel) => idsFor(channel, change).length > 0))
  for (const [name, ofTable] of groupBy(wanted, (change) => change.table)) {
    const table = catalog.tables.get(name)
    if (!table) continue
    const records = await readRecords(db, table, caller, ofTable)
    for (const [at, change] of ofTable.entries()) {
      const data = eventData(table, caller, change, records.get(at))
      for (const channel of data ? channels : []) {
        const ids = idsFor(channel, change)
        // The token may have been replaced while the rows were read.
        if (ids.length > 0 && JSON.stringify(channel.caller) === key)
          channel.push('postgres_changes', { ids, data })
      }
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

/**
 * The rows of a table's changes that this caller may see, as they are now, by the change's place in
 * the list.
 */
async function readRecords(
  db: Database,
  table: Table,
  caller: Caller,
  changes: Change[],
): Promise<Map<number, Payload>> {
  const keys = changes.flatMap(({ key }, at) => (key ? [{ ...key, 'embedded at': at }] : []))
  if (keys.length === 0 || !mayRead(table, caller)) return new Map()
  const columns = table.readable[caller.role].map(({ name }) => `t.${quote(name)}`)
  const types = table.primaryKey.map((name) => `${quote(name)} ${table.columns.get(name) ?? ''}`)
  const same = table.primaryKey.map((name) => `t.${quote(name)} = k.${quote(name)}`)
  const sql = `select k."embedded at" as at, (select to_json(r) from (select ${columns.join(', ')}) r) as record
    from json_to_recordset($1::json) as k (${types.join(', ')}, "embedded at" int)
    join public.${quote(table.name)} t on ${same.join(' and ')}`
  const read = (run: Run) => run<{ at: number; record: Payload }>(sql, [JSON.stringify(keys)])
  const rows = await db.as(caller, read, { readOnly: true })
  return new Map(rows.map(({ at, record }) => [at, record]))
}

function mayRead(table: Table, { role }: Caller): boolean {
  return table.primaryKey.every((key) => table.readable[role].some(({ name }) => name === key))
}

/** The event as Realtime sends it, or null if this caller gets none. */
function eventData(
  table: Table,
  caller: Caller,
  change: Change,
  record: Payload | undefined,
): Payload | null {
  const { type, table: name, at, old_key: oldKey } = change
  const isDelete = type === 'DELETE'
  // A role that may not select the key gets the event without any data, as in Realtime.
  if (!isDelete && !mayRead(table, caller)) {
    const nothing = {
      columns: [],
      record: {},
      ...(type === 'UPDATE' ? { old_record: {} } : {}),
      commit_timestamp: null,
    }
    return { schema: 'public', table: name, type, ...nothing, errors: ['Error 401: Unauthorized'] }
  }
  if (!isDelete && !record) return null
  const columns = table.readable[caller.role]
  const old = Object.entries(oldKey ?? {}).filter(([key]) => columns.some((column) => column.name === key))
  return {
    schema: 'public',
    table: name,
    type,
    commit_timestamp: at,
    columns,
    ...(isDelete ? {} : { record }),
    ...(type === 'INSERT' ? {} : { old_record: Object.fromEntries(old) }),
    errors: null,
  }
}

// Map.groupBy, which Node 20 does not have.
function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
