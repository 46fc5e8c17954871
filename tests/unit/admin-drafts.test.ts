import { expect, test } from 'vitest'
import { emptyValues, isFormDraft } from '@/app/admin/_availability/form-values'
import { isReplyDraft } from '@/app/admin/_requests/reply/reply-draft'
import { isTypedOffer } from '@/app/admin/offers/_components/use-offer-draft'

const reply = {
  id: 'a',
  kind: 'answer',
  revision: 2,
  typed: { answer: 'Kia ora' },
  times: null,
  asksIfSent: false,
}
const values = { ...emptyValues, days: [1] }
const offer = {
  seen: 1,
  draft: {
    ...{ title: 'An app', forName: '', forCompany: '', forAddress: '', about: '' },
    ...{ lines: [{ text: 'Starter', amount: '6500' }], gst: 'added', gstReason: '', included: '' },
    ...{ excluded: '', weeks: '', start: '', payments: [], terms: '', validUntil: '', words: '' },
    followsUp: true,
  },
}

test('an admin’s unsent drafts are restored after a sign-in', () => {
  expect(isReplyDraft(JSON.parse(JSON.stringify({ ...reply, takenText: 'Kia ora', fingerprints: {} })))).toBe(
    true,
  )
  expect(isFormDraft(JSON.parse(JSON.stringify({ ...values, copy: 'adds', every: 45 })))).toBe(true)
  expect(isTypedOffer(JSON.parse(JSON.stringify(offer)))).toBe(true)
})

test('a stored draft that does not fit the current version is dropped without an error', () => {
  const broken = [null, 1, 'text', [], {}, { typed: null }]
  const replies = [
    { ...reply, kind: 'call' },
    { ...reply, typed: { answer: 5 } },
    { ...reply, times: [1] },
  ]
  for (const one of [...broken, ...replies]) expect(isReplyDraft(one), JSON.stringify(one)).toBe(false)
  const forms = [{ ...values, rows: [{ start: '09:00' }] }, { ...values, days: ['Monday'] }, emptyValues]
  for (const one of [...broken, ...forms]) expect(isFormDraft(one), JSON.stringify(one)).toBe(false)
  const offers = [{ seen: 1 }, { ...offer, draft: { ...offer.draft, lines: ['Starter'] } }]
  for (const one of [...broken, ...offers]) expect(isTypedOffer(one), JSON.stringify(one)).toBe(false)
})
