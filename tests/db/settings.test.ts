import { expect, test } from 'vitest'
import { onPostgres } from './databases'
import { admin, errorCode } from './test-database'

onPostgres((db) => {
  const stored = (what: string) => db.valueAs<object>(admin, `select public.get_${what}()`)

  test('a usual location that another founder has set meanwhile is not overwritten unasked', async () => {
    const set = (name: string, seen: object | null) =>
      db.rowsAs(
        admin,
        `select public.set_usual_location('video', $1, 'https://meet.example/call', $2::text::jsonb)`,
        ...[name, seen && JSON.stringify(seen)],
      )
    const seen = await stored('usual_location')
    await set('The kitchen', seen)
    expect(await errorCode(set('The attic', seen))).toBe('location_changed')
    expect(await stored('usual_location')).toMatchObject({ name: 'The kitchen', is_sample: false })
    await set('The kitchen', seen) // after a lost response
    await db.rowsAs(
      admin,
      `select public.set_usual_location('phone', null, null, $1)`,
      await stored('usual_location'),
    )
    expect(await stored('usual_location'), 'the room stays for later').toMatchObject({
      ...{ kind: 'phone', name: 'The kitchen', url: 'https://meet.example/call' },
    })
    await set('The attic', await stored('usual_location'))
    await set('The cellar', null) // from a page that was opened before an update
    expect(await stored('usual_location')).toMatchObject({ kind: 'video', name: 'The cellar' })
  })

  test('a founder who chooses one reminder leaves the other as another founder has set it', async () => {
    const [both, none] = [
      { day_before: true, hour_before: true },
      { day_before: false, hour_before: false },
    ]
    await db.rowsAs(admin, 'select public.set_reminders(true, true)')
    await db.rowsAs(admin, 'select public.set_reminders()')
    expect(await stored('call_settings')).toMatchObject(both)
    await db.rowsAs(admin, 'select public.set_reminders(p_day_before => false)')
    expect(await stored('call_settings')).toMatchObject({ day_before: false, hour_before: true })
    await db.rowsAs(admin, 'select public.set_reminders(p_hour_before => false)')
    expect(await stored('call_settings')).toMatchObject(none)
  })
})
