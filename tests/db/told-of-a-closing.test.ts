import { describe, expect, test } from 'vitest'
import { useCall } from './calls'
import { onPostgres } from './databases'
import { addException } from './fixtures'
import { KEY } from './mails'
import { visitor } from './test-database'

onPostgres((db) => {
  const calls = useCall(db)
  const { call, does } = calls

  describe('the visitor’s own page', () => {
    const page = async () => {
      const { has_to_move, where, status } = await db.valueAs<Record<string, unknown>>(
        visitor,
        'select public.get_managed_booking($1, $2)',
        ...[KEY, call.id],
      )
      return `${status as string}${where ? ', with where' : ''}${has_to_move ? ': choose another time' : ''}`
    }
    test.each([
      ['confirm, close', 'confirmed, with where'],
      ['close, told', 'pending: choose another time'],
      ['confirm, close, told', 'confirmed: choose another time'],
      ['close, told, confirm', 'confirmed: choose another time'],
      ['confirm, close, mail change', 'confirmed, with where'],
      ['confirm, close, mail change, keep', 'confirmed, with where'],
      ['confirm, close, mail change, send', 'confirmed: choose another time'],
      ['confirm, close, told, untell', 'confirmed, with where'],
      ['confirm, close, told, open', 'confirmed, with where'],
      ['confirm, close, told, open, close again', 'confirmed: choose another time'],
      ['confirm, close, told, visitor moves', 'pending'],
      ['confirm, close, told, visitor cancels', 'cancelled'],
      ['confirm, close, told, move', 'confirmed, with where'],
      ['confirm, close, told, move away', 'confirmed, with where'],
      ['confirm, close, told, move away, move back', 'confirmed: choose another time'],
      ['close, told, cancel', 'cancelled'],
      ['close, told, cancel, pend', 'pending: choose another time'],
    ])('after %s: %s', async (done, shown) => {
      await does(done)
      expect(await page()).toBe(shown)
    })

    test('is the usual one after they took a time that was opened by itself on that date', async () => {
      await does('close, told')
      await addException(db, call.day, call.eleven, true)
      await does('visitor moves to eleven')
      expect(await page()).toBe('pending')
    })
  })
})
