import { readFile } from 'node:fs/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, expectTypeOf, test } from 'vitest'
import type { Database } from '@/lib/supabase/database.types'
import { databaseTypes, typesFile } from '@/scripts/db-types'
import { onEachDatabase } from './databases'

type Client = SupabaseClient<Database>

onEachDatabase((db) => {
  test('database.types.ts has the types of the current migrations (else run npm run db:types)', async () => {
    const query = async <Row>(sql: string) => ({ rows: await db.rows<Row>(sql) })
    expect(await readFile(typesFile, 'utf8')).toBe(await databaseTypes({ query }))
  })
})

test('a query’s result has types, also for its embedded slot, and only columns that API roles may read', () => {
  const readBooking = async (db: Client) =>
    db.from('bookings').select('id, status, time_slots (start_time)').single().throwOnError()
  expectTypeOf(readBooking)
    .returns.resolves.toHaveProperty('data')
    .toEqualTypeOf<{ id: string; status: string; time_slots: { start_time: string } }>()

  const readSlots = async (db: Client) =>
    db.rpc('get_available_slots_for_date', { p_date: '2027-01-01' }).throwOnError()
  expectTypeOf(readSlots)
    .returns.resolves.toHaveProperty('data')
    .toEqualTypeOf<{ id: string; start_time: string; end_time: string }[]>()

  type Bookings = Database['public']['Tables']['bookings']
  expectTypeOf<Bookings['Update']>().toEqualTypeOf<{
    cancel_message?: string | null
    cancel_reason?: string | null
    location?: string | null
    status?: string
  }>()
})
