'use server'

import type { ZodError } from 'zod'
import { capitalize } from '@/lib/capitalize'
import { dateAt } from '@/lib/dates'
import { mailIsOn } from '@/lib/mail/config'
import { deliverAfterResponse } from '@/lib/mail/delivery'
import * as commands from '@/lib/offers/commands'
import { readOffer } from '@/lib/offers/draft'
import { findOfferPage } from '@/lib/offers/queries'
import {
  type DraftChange,
  draftChange,
  recordedAcceptance,
  type RecordedAcceptance,
  withdrawal,
  type Withdrawal,
} from '@/lib/offers/schema'
import { textProblem, writeOffer } from '@/lib/offers/text'
import { nameVersion } from '@/lib/offers/view'
import { requestId } from '@/lib/requests/schema'
import { UserError } from '@/lib/user-error'
import { type ActionResult, type InvalidField, undoOf } from '../action-result'
import { parseInput } from '../parse-input'
import { runAdminAction } from '../run-admin-action'

const NOT_SAVED = 'Failed to save the offer'
const NOT_SENT = 'Failed to send the offer'

/** The action's result, and the draft's new revision if the draft was saved. */
type SaveResult = { result: ActionResult; revision?: number }

/** Saves the form's draft, which can be incomplete. */
export async function saveOffer(input: DraftChange): Promise<SaveResult> {
  let revision: number | undefined
  const result = await runAdminAction(NOT_SAVED, async () => {
    const parsed = draftChange.safeParse(input)
    if (!parsed.success) return fieldProblem(parsed.error)
    const { id, draft, seen } = parsed.data
    revision = (await commands.saveDraft(id, draft, seen)).draft_revision
    return 'Offer saved'
  })
  return { result, revision }
}

/** Saves the form's draft, and sends it as the next version of the offer. */
export async function sendOffer(input: DraftChange): Promise<SaveResult> {
  let revision: number | undefined
  const result = await runAdminAction(NOT_SENT, async () => {
    const parsed = draftChange.safeParse(input)
    if (!parsed.success) return fieldProblem(parsed.error)
    const { id, draft, seen } = parsed.data
    const today = dateAt()
    const offer = readOffer(draft, today)
    if ('problem' in offer) return { kind: 'invalid', ...offer }
    const saved = await commands.saveDraft(id, draft, seen)
    revision = saved.draft_revision
    // Reads the page after `saveDraft`, which fails if the person was erased.
    const page = await findOfferPage(id)
    if (!page?.request) throw new UserError(NOT_SENT, 'The person was erased.')
    const version = (page.offer?.versions[0]?.version ?? 0) + 1
    const text = writeOffer(offer, { version, date: today })
    const long = textProblem(text, draft)
    if (long) return { kind: 'invalid', ...long }
    const mailed = mailIsOn()
    await commands.sendOffer(saved, draft, offer, text, mailed)
    deliverAfterResponse()
    return `${capitalize(nameVersion(version, page.request.name))} ${mailed ? 'sent' : 'is ready to be sent'}`
  })
  return { result, revision }
}

export async function withdraw(input: Withdrawal): Promise<ActionResult> {
  const failure = 'Failed to withdraw the offer'
  return runAdminAction(failure, async () => {
    const parsed = parseInput(withdrawal, input, failure)
    await commands.withdrawOffer(parsed, mailIsOn())
    deliverAfterResponse()
    return `${capitalize(nameVersion(parsed.version, parsed.name))} withdrawn`
  })
}

/** Records that an offer was accepted by e-mail. */
export async function recordAcceptance(input: RecordedAcceptance): Promise<ActionResult> {
  const failure = 'Failed to record the acceptance'
  return runAdminAction(failure, async () => {
    const parsed = parseInput(recordedAcceptance, input, failure)
    const revision = await commands.recordAcceptance(parsed)
    const name = nameVersion(parsed.version, parsed.name)
    return {
      kind: 'done',
      message: `Acceptance of ${name} recorded`,
      undo: undoOf('recorded', [{ id: parsed.request, name, revision }]),
    }
  })
}

/** Deletes an accepted offer after its `keep_until`. */
export async function deleteOffer(input: string): Promise<ActionResult> {
  return runAdminAction('Failed to delete the offer', async () => {
    await commands.deleteOffer(requestId.parse(input))
    return 'Offer deleted'
  })
}

/** The first problem of a draft, with its field, such as 'lines.0.amount'. */
function fieldProblem({ issues: [issue] }: ZodError): InvalidField {
  const [, ...field] = issue?.path ?? []
  return { kind: 'invalid', field: field.join('.'), problem: issue?.message ?? NOT_SAVED }
}
