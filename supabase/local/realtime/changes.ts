/**
 * Each change goes to the channels of callers who may read the changed row at that moment, by row-level security. The
 * event contains the row as the change left it.
 */
import type { Caller, Database, Run } from '../database'
import { quote, type Catalog, type Table } from '../rest/catalog'
import type { Binding, Channel } from './channel'
import type { Payload } from './frames'

/** Notified by the triggers of triggers.sql. */
interface Change {
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  /** Null if the row was deleted. */
  row: Payload | null
  old_key: Payload | null
  at: string
}

/** Without a filter; '*' is all tables. */
export function isPublished(catalog: Catalog, { schema, table, params }: Binding): boolean {
  if (schema !== 'public' || params.filter) return false
  return table === '*' || catalog.tables.get(table)?.published === true
}

/** Calls `channels` for each delivery, to get the open channels. */
export async function deliverChanges(
  db: Database,
  catalog: Catalog,
  channels: () => Iterable<Channel>,
): Promise<void> {
  let waiting: Change[] = []
  let delivering = false
  let parts = ''
  await db.listen('embedded_changes', (payload) => {
    const [, isLast, part = ''] = /^\d+ \d+ ([tf]) (.*)$/s.exec(payload) ?? []
    parts += part
    if (isLast !== 't') return
    // Postgres sends the notification at the commit, and its clock is this process's.
    const at = new Date().toISOString()
    waiting.push({ ...(JSON.parse(parts) as Omit<Change, 'at'>), at })
    parts = ''
    if (!delivering) void deliver()
  })

  // Changes that come during a delivery are delivered together, so that the database is read once for each table and
  // caller.
  async function deliver() {
    delivering = true
    while (waiting.length > 0) {
      const changes = waiting
      waiting = []
      const live = [...channels()].filter((channel) => channel.isSubscribed && channel.isLive())
      for (const [key, group] of groupBy(live, (channel) => JSON.stringify(channel.caller))) {
        await deliverTo(db, catalog, key, group, changes).catch((error: unknown) =>
          console.error('embedded Supabase, realtime:', error),
        )
      }
    }
    delivering = false
  }
}

/** `key` is the caller as JSON. */
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
    const visible = await findVisible(db, table, caller, ofTable)
    for (const [at, change] of ofTable.entries()) {
      const data = eventData(table, caller, change, visible.has(at))
      for (const channel of data ? channels : []) {
        const ids = idsFor(channel, change)
        // While the rows were read, the channel may have got a token of another caller.
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

/** Only changes whose rows the caller may read now. */
async function findVisible(
  db: Database,
  table: Table,
  caller: Caller,
  changes: Change[],
): Promise<Set<number>> {
  const keys = changes.flatMap(({ row }, at) =>
    row ? [{ ...pick(row, table.primaryKey), 'embedded at': at }] : [],
  )
  if (keys.length === 0 || !mayRead(table, caller)) return new Set()
  const types = table.primaryKey.map((name) => `${quote(name)} ${table.columns.get(name) ?? ''}`)
  const same = table.primaryKey.map((name) => `t.${quote(name)} = k.${quote(name)}`)
  const sql = `select k."embedded at" as at
    from json_to_recordset($1::json) as k (${types.join(', ')}, "embedded at" int)
    join public.${quote(table.name)} t on ${same.join(' and ')}`
  const read = (run: Run) => run<{ at: number }>(sql, [JSON.stringify(keys)])
  const rows = await db.as(caller, read, { readOnly: true })
  return new Set(rows.map(({ at }) => at))
}

function mayRead(table: Table, { role }: Caller): boolean {
  return table.primaryKey.every((key) => table.readable[role].some(({ name }) => name === key))
}

/** In Realtime's shape. */
function eventData(table: Table, caller: Caller, change: Change, isVisible: boolean): Payload | null {
  const { type, table: name, at, row, old_key: oldKey } = change
  const isDelete = type === 'DELETE'
  // If a role may not select the primary key, Realtime sends the event without data.
  if (!isDelete && !mayRead(table, caller)) {
    const nothing = {
      columns: [],
      record: {},
      ...(type === 'UPDATE' ? { old_record: {} } : {}),
      commit_timestamp: null,
    }
    return { schema: 'public', table: name, type, ...nothing, errors: ['Error 401: Unauthorized'] }
  }
  if (!isDelete && !isVisible) return null
  const columns = table.readable[caller.role]
  const names = columns.map((column) => column.name)
  return {
    schema: 'public',
    table: name,
    type,
    commit_timestamp: at,
    columns,
    ...(row && { record: pick(row, names) }),
    ...(oldKey && { old_record: pick(oldKey, names) }),
    errors: null,
  }
}

/** In the order of `names`. */
function pick(from: Payload, names: string[]): Payload {
  return Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
}

// Node 20 lacks Map.groupBy.
function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
