import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useCall } from './calls'
import { onPostgres } from './databases'
import { addException, book } from './fixtures'
import { KEY } from './mails'
import { admin, visitor } from './test-database'

interface Listed {
  id: string
  name: string
  is_asked: boolean
  is_kept: boolean
}

// An admin closes a date that has calls, and proposes other times to the visitors.
onPostgres((db) => {
  const { call, does } = useCall(db)
  const listed = () => db.valueAs<Listed[]>(admin, 'select public.list_closed_calls()')
  const marks = async () =>
    (await listed()).map(({ is_asked, is_kept }) =>
      [is_asked && 'asked', is_kept && 'kept'].filter(Boolean).join(' '),
    )
  const revisionOf = (id: string) =>
    db.value<number>('select revision from public.bookings where id = $1', id)
  /** Sends a proposal for each call. Returns the ids of the calls that got none. */
  const askAll = async (seen: { id: string; revision: number }[]) => {
    const sent = await db.valueAs<Record<string, number | null>>(
      admin,
      'select public.send_proposals($1::text::jsonb)',
      JSON.stringify(
        seen.map(({ id, revision }) => ({
          ...{
            id: randomUUID(),
            request_id: id,
            revision,
            subject: 'Another time',
            body: 'Hello',
            times: [],
          },
        })),
      ),
    )
    return Object.keys(sent).filter((id) => sent[id] === null)
  }

  test.each([
    ['-', ''],
    ['close', 'neither'],
    ['close, ask', 'asked'],
    ['close, ask, undo reply', 'neither'],
    ['close, ask, refuse', 'neither'],
    ['close, say a time', 'asked'],
    ['close, ask, stays when it was', 'kept'],
    ['confirm, close, ask, stays when it was', 'kept'],
    ['confirm, close, ask, stays when it was, undo stays', 'asked'],
    ['confirm, close, stays when it was', 'kept'],
    ['confirm, close, stays when it was, undo stays', 'neither'],
    ['close, ask, open', ''],
    ['close, ask, open, close again', 'asked'],
    ['close, confirm', 'kept'],
    ['close, confirm, pend', 'neither'],
    ['close, cancel', ''],
    ['close, move away', ''],
    ['close, move away, move back', 'kept'],
    ['close, confirm, move away, open, move back, close', 'neither'],
    ['close, ask, visitor moves', ''],
  ])('%s: the badge of the call and the strip say %j', async (done, says) => {
    await does(done === '-' ? '' : done)
    expect(await marks()).toEqual(says === '' ? [] : [says === 'neither' ? '' : says])
  })

  test('a call at a slot that is switched on for the closed date is not listed as affected', async () => {
    await does('close')
    await addException(db, call.day, call.nine, true)
    expect(await listed()).toEqual([])
  })

  test('a visitor who has moved, cancelled or been asked gets no proposal; the others do', async () => {
    const others = []
    for (const [nth, name] of ['Moved', 'Cancelled', 'Asked', 'Still there'].entries())
      others.push(
        (
          await book(db, {
            ...{
              name,
              email: `${nth}@example.com`,
              date: call.other,
              slot: nth % 2 ? call.nine : call.eleven,
            },
            siteKey: KEY,
          }).catch(() => ({ id: '' }))
        ).id,
      )
    const [moved = '', cancelled = ''] = others
    const seen = await Promise.all(
      [call.id, moved, cancelled].map(async (id) => ({ id, revision: await revisionOf(id) })),
    )
    const byVisitor = (act: string, id: string, ...params: unknown[]) =>
      db.valueAs(
        visitor,
        `select public.${act}_managed_booking($1, $2, 1, 0${params.map((_, n) => `, $${n + 3}`).join('')})`,
        ...[KEY, id, ...params],
      )
    await byVisitor('cancel', cancelled)
    await byVisitor('move', moved, call.day, call.eleven)
    expect((await askAll(seen)).toSorted()).toEqual([moved, cancelled].toSorted())
    const open = await db.rows(
      'select b.id from public.bookings b where private.has_open_proposal(b) order by 1',
    )
    expect(open).toEqual([{ id: call.id }])
    expect(await askAll(seen), 'pressed again, nobody is asked twice').toHaveLength(3)
  })

  test('version 1.0.0 keeps calls by their ids, and leaves out those with nothing to keep', async () => {
    const keep = () => db.valueAs<object>(admin, 'select public.keep_calls($1::text::uuid[])', `{${call.id}}`)
    await does('close')
    expect(await keep()).toEqual({})
    await does('confirm, ask')
    expect(await keep()).toEqual({ [call.id]: await revisionOf(call.id) })
    expect(await keep(), 'the log has this act').toEqual({ [call.id]: null })
  })

  describe('the visitor’s own page', () => {
    test.each([
      ['confirm, close', 'confirmed, with where'],
      ['ask', 'pending: choose another time'],
      ['confirm, ask', 'confirmed: choose another time'],
      ['confirm, ask, undo reply', 'confirmed, with where'],
      ['confirm, ask, stays when it was', 'confirmed, with where'],
      ['confirm, ask, refuse', 'confirmed, with where'],
      ['confirm, close, ask, open', 'confirmed: choose another time'],
      ['confirm, ask, visitor moves', 'confirmed, with where'],
      ['confirm, ask, visitor cancels', 'cancelled'],
      ['confirm, ask, move', 'confirmed, with where'],
      ['ask, cancel', 'cancelled'],
    ])('after %s: %s', async (done, shown) => {
      await does(done)
      const { is_proposed, where, status } = await db.valueAs<Record<string, unknown>>(
        visitor,
        'select public.get_managed_booking($1, $2)',
        ...[KEY, call.id],
      )
      const asks = is_proposed ? ': choose another time' : ''
      expect(`${status as string}${where ? ', with where' : ''}${asks}`).toBe(shown)
    })
  })
})
