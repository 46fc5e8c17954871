import { describe, expect, test } from 'vitest'
import { testFollows, useCall } from './calls'
import { onPostgres } from './databases'
import { addException } from './fixtures'
import { KEY } from './mails'
import { visitor } from './test-database'

onPostgres((db) => {
  const calls = useCall(db)
  const { call, does } = calls

  describe('who was told that the date is closed', () => {
    testFollows(calls, [
      {
        what: 'is not mailed that the call is confirmed',
        done: 'confirm, close, told',
        ...{ listed: '', mailed: [], turn: 'theirs' },
      },
      {
        what: 'is not mailed that a time is held for them, which they took before',
        done: 'visitor moves to eleven, close, told',
        ...{ listed: '', mailed: ['studio: moved (was 09:00)'], turn: 'theirs' },
      },
      {
        what: 'is not mailed what an admin confirms since',
        done: 'close, told, confirm',
        ...{ listed: '', mailed: [], turn: 'theirs' },
      },
      {
        what: 'does not come to another place either',
        done: 'confirm, send, close, told, to the café, another usual place, mail the place',
        ...{ listed: '', mailed: [], turn: 'theirs' },
      },
      {
        what: 'is not reminded',
        done: 'confirm, send, close, told, remind',
        ...{ listed: '', mailed: [], turn: 'theirs' },
      },
      {
        what: 'is mailed what was held back, once the date is open again',
        done: 'close, told, confirm, send, open',
        ...{
          listed: 'status and opened',
          mailed: ['visitor: confirmed'],
          turn: 'nobody',
          then: 'opened',
        },
      },
      {
        what: 'is mailed what waited, when the telling is taken back',
        done: 'confirm, close, told, untell',
        ...{ listed: 'status and closed', mailed: ['visitor: confirmed'], turn: 'nobody', then: 'closed' },
      },
      {
        what: 'is mailed when we cancel it',
        done: 'confirm, send, close, told, cancel',
        ...{ listed: 'cancelled, waits', mailed: ['visitor: cancelled'], turn: 'nobody' },
      },
      {
        what: 'is mailed an admin’s move within that date, and their call stands',
        done: 'confirm, send, close, told, move',
        ...{
          listed: 'time and opened',
          mailed: ['visitor: moved (was 09:00)'],
          turn: 'nobody',
          then: 'opened',
        },
      },
    ])
  })

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

    test('is as ever once they took a time that was opened alone on that date', async () => {
      await does('close, told')
      await addException(db, call.day, call.eleven, true)
      await does('visitor moves to eleven')
      expect(await page()).toBe('pending')
    })
  })
})
