import { expect, test } from 'vitest'
import { emptyValues, isFormDraft } from '@/app/admin/_hours/form-values'
import { isReplyDraft, startAnew, upgradeDraft } from '@/app/admin/_requests/reply/reply-draft'
import { isTypedOffer } from '@/app/admin/offers/_components/use-offer-draft'
import type { AdminRequest } from '@/lib/requests/request'

const reply = { id: 'a', kind: 'answer', revision: 2, text: null, aside: '', times: null }
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
  expect(isReplyDraft(JSON.parse(JSON.stringify(reply)))).toBe(true)
  expect(isFormDraft(JSON.parse(JSON.stringify({ ...values, copy: 'adds', every: 45 })))).toBe(true)
  expect(isTypedOffer(JSON.parse(JSON.stringify(offer)))).toBe(true)
})

test('a reply typed for several kinds in a tab of 1.0.0 keeps each text, also when another is begun', () => {
  const { text: _, aside: __, ...kept } = reply
  const typed = { answer: 'Hello', confirm: 'See you.' }
  const former: unknown = {
    ...kept,
    typed,
    earlier: { answer: 'Hi', confirm: 'On Tuesday.' },
    asksIfSent: true,
  }
  const draft = isReplyDraft(former) && upgradeDraft(former)
  const aside = 'See you.\n\nHi\n\nOn Tuesday.'
  expect(draft).toEqual({ ...reply, text: 'Hello', aside })
  expect(draft && startAnew(draft, { revision: 3 } as AdminRequest, 'confirm')).toEqual({
    ...{ ...reply, kind: 'confirm', revision: 3, text: null },
    aside: `Hello\n\n${aside}`,
  })
})

test('a stored draft that does not fit the current version is dropped without an error', () => {
  const broken = [null, 1, 'text', [], {}, { typed: null }]
  const replies = [
    { ...reply, kind: 'call' },
    { ...reply, text: 5 },
    { ...reply, typed: { answer: 5 } },
    { ...reply, times: [1] },
  ]
  for (const one of [...broken, ...replies]) expect(isReplyDraft(one), JSON.stringify(one)).toBe(false)
  const forms = [{ ...values, rows: [{ start: '09:00' }] }, { ...values, days: ['Monday'] }, emptyValues]
  for (const one of [...broken, ...forms]) expect(isFormDraft(one), JSON.stringify(one)).toBe(false)
  const offers = [{ seen: 1 }, { ...offer, draft: { ...offer.draft, lines: ['Starter'] } }]
  for (const one of [...broken, ...offers]) expect(isTypedOffer(one), JSON.stringify(one)).toBe(false)
})
