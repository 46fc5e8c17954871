import { expect, test } from 'vitest'
import { onPostgres } from './databases'
import { admin, errorCode } from './test-database'

onPostgres((db) => {
  const settings = () => db.valueAs<{ location: object }>(admin, 'select public.get_settings()')
  const set = (changes: object, seen: object) =>
    db.rowsAs(
      admin,
      'select public.set_settings($1::text::jsonb, $2::text::jsonb)',
      ...[JSON.stringify(changes), JSON.stringify(seen)],
    )
  const room = (name: string) => ({ location: { kind: 'video', name, url: 'https://meet.example/call' } })

  test('a founder cannot overwrite a default location that another founder has just set', async () => {
    const seen = await settings()
    await set(room('The kitchen'), seen)
    expect(await errorCode(set(room('The attic'), seen))).toBe('settings_changed')
    expect(await settings()).toMatchObject({ ...room('The kitchen'), is_sample: false })
    await set(room('The kitchen'), seen) // a repeat after a lost response
    await set({ location: { kind: 'phone' } }, await settings())
    const byPhone = await settings()
    expect(byPhone.location, 'the room stays for later').toEqual({
      ...room('The kitchen').location,
      kind: 'phone',
    })
    await set(room('The attic'), byPhone)
    expect(await settings()).toMatchObject(room('The attic'))
    expect(await errorCode(set(room('The cellar'), {}))).toBe('settings_changed')
  })

  test('a founder who changes one setting keeps another founder’s changes of other settings', async () => {
    const seen = await settings()
    await set({ day_before: true, hour_before: true, notice_hours: 24 }, seen)
    await set({}, seen)
    await set({ day_before: false }, seen)
    const now = { day_before: false, hour_before: true, notice_hours: 24 }
    expect(await settings()).toEqual({ ...seen, ...now })
    expect(await errorCode(set({ notice_hours: 48 }, seen))).toBe('settings_changed')
    expect(await errorCode(set({ notice_hours: 73 }, now))).toBe('23514')
    await set({ notice_hours: 48 }, now)
    expect(await settings()).toEqual({ ...seen, ...now, notice_hours: 48 })
  })

  test('the first steps that one founder puts away stay away, and come back with Undo', async () => {
    const away = (is: boolean) => set({ first_steps_put_away: is }, { first_steps_put_away: !is })
    await away(true)
    await away(true) // the other founder, at the same time
    expect(await settings()).toMatchObject({ first_steps_put_away: true, samples_seen: false })
    await away(false)
    await set({ samples_seen: true }, { samples_seen: false })
    expect(await settings()).toMatchObject({ first_steps_put_away: false, samples_seen: true })
  })
})
