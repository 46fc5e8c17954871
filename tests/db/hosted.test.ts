import { expect, test } from 'vitest'
import { connect } from '@/scripts/real-postgres'
import { copyRealDatabase } from './databases'
import { applyMigrations, applySeed, becomeHostedOwner } from './hosted'

test('migrations and seed run on hosted Supabase: without a superuser, beside other owners’ objects', async () => {
  const sql = connect(await copyRealDatabase('template0'))
  const exec = (text: string) => sql.unsafe(text)
  await exec('begin')
  await becomeHostedOwner(exec, 'studio_owner')
  await applyMigrations(exec)
  await applySeed(exec)

  await exec('set local role anon')
  const slots = await sql.unsafe('select * from public.get_available_slots(current_date, current_date + 13)')
  expect(slots.length).toBeGreaterThan(0)
  expect(await sql.unsafe(`select public.admit_password('', 'ana@studio.test') as admitted`)).toEqual([
    { admitted: 'admitted' },
  ])
  await expect(sql.unsafe('select * from public.time_slots')).rejects.toMatchObject({ code: '42501' })
  await exec('rollback')
  await sql.end()
})
