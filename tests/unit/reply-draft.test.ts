import { expect, test } from 'vitest'
import { newDraft, withText } from '@/app/admin/_requests/reply/reply-draft'
import type { AdminRequest } from '@/lib/requests/request'

const begun = { ...newDraft({ revision: 3 } as AdminRequest, 'propose'), typed: { propose: 'Another time?' } }

test('an admin who takes a reply back keeps the draft of another kind that they have begun since', () => {
  const both = withText(begun, 'confirm', 'See you then.')
  expect(both).toMatchObject({
    kind: 'propose',
    typed: { propose: 'Another time?', confirm: 'See you then.' },
  })
  expect(withText(both, 'confirm', 'See you then.')).toEqual(both)
})

test('an admin who takes a reply back keeps both texts if they have begun one of the same kind', () => {
  expect(withText(begun, 'propose', 'At ten?')).toMatchObject({
    typed: { propose: 'Another time?' },
    earlier: { propose: 'At ten?' },
  })
})
