import { expect, test } from 'vitest'
import { parseKept } from '@/lib/booking/kept-calls'

const call = { manage: '/booking/manage/3f0b6f0e.x', date: '2026-11-24', end_time: '09:30' }
const at = (clock: string) => new Date(`2026-11-24T${clock}:00+13:00`)

test('a call is kept until it is over, by the studio’s clock', () => {
  expect(parseKept(JSON.stringify([call]), at('09:29'))).toEqual([call])
  expect(parseKept(JSON.stringify([call]), at('09:30'))).toEqual([])
})

test('what cannot be one of our calls is left out, whatever has been stored', () => {
  const wrong = [
    null,
    5,
    [],
    { ...call, manage: 'javascript:alert(1)' },
    { ...call, manage: 'https://elsewhere.example/booking/manage/x' },
    { ...call, date: '9999-12-31' },
    { ...call, date: '2026-02-31' },
    { ...call, end_time: 'noon' },
  ]
  expect(parseKept(JSON.stringify([...wrong, call]), at('08:00'))).toEqual([call])
  for (const text of [null, '', '{', '"x"', '{"length":1}', 'null'])
    expect(parseKept(text, at('08:00')), String(text)).toEqual([])
})
