'use server'

import type { ZodError } from 'zod'
import * as commands from '@/lib/requests/commands'
import { copyVisitorLink, erasePerson, setLocation, setStatuses } from '@/lib/requests/commands'
import {
  findBooking,
  findCancelledByVisitor,
  findCancelMessages,
  findInquiry,
  type KitData,
  readKit,
} from '@/lib/requests/queries'
import type { AdminRequest } from '@/lib/requests/request'
import { getViewer } from '@/lib/supabase/auth'
import {
  answerNote,
  type AnswerNote,
  type BookingChange,
  bookingChanges,
  type BookingRestore,
  bookingRestores,
  erasedEmail,
  type InquiryChange,
  inquiryChanges,
  type InquiryRestore,
  inquiryRestores,
  kitRequest,
  type KitRequest,
  type LocationChange,
  locationChange,
  newNote,
  type NewNote,
  newReply,
  type NewReply,
  noteChange,
  type NoteChange,
  outcomeChange,
  type OutcomeChange,
  ownerChange,
  type OwnerChange,
  requestId,
  type StatusChange,
} from '@/lib/requests/schema'
import { UserError } from '@/lib/user-error'
import type { ActionResult, Undo } from '../action-result'
import { logFailure, PartlyDone, runAdminAction } from '../run-admin-action'
import { kindPlurals, statusFailures, titleOf } from './labels'

/**
 * One request as it is now; null when there is none, or it cannot be read. For a row that stays on
 * the screen after it has left its list; what it may read, the database decides.
 */
export async function readRequest(input: string): Promise<AdminRequest | null> {
  const id = requestId.safeParse(input).data
  if (!id) return null
  try {
    return (await findBooking(id)) ?? (await findInquiry(id))
  } catch (error) {
    logFailure('Failed to load admin data.', error)
    return null
  }
}

/**
 * Sets the status of bookings, each unless it changed since the admin saw it: of a single one it
 * says what others did to it. They all get the same status. Before it confirms what visitors
 * cancelled, it says so instead, unless `agreed` says that the person knows.
 */
export async function changeBookings(input: BookingChange[], agreed: boolean): Promise<ActionResult> {
  return runAdminAction(statusFailures.booking, async () => {
    const changes = bookingChanges.parse(input)
    const revived = changes.filter(
      ({ seenStatus, status }) => seenStatus === 'cancelled' && status === 'confirmed',
    )
    const cancelled = revived.length > 0 ? await findCancelledByVisitor(revived.map(({ id }) => id)) : []
    if (cancelled.length > 0 && !agreed) return { cancelled }
    const reasons = new Map(cancelled.map(({ id, reason }) => [id, reason ?? undefined]))
    const messages = await findCancelMessages(revived.map(({ id }) => id))
    return change('booking', changes, (done) => ({
      bookings: done.map((change) => ({
        ...swapped(change),
        cancel_reason: reasons.get(change.id),
        cancel_message: messages.get(change.id),
      })),
    }))
  })
}

/** Takes changes of bookings back; cancellations only while their times are free. */
export async function restoreBookings(input: BookingRestore[]): Promise<ActionResult> {
  return runAdminAction(statusFailures.booking, () => restore('booking', bookingRestores.parse(input)))
}

/**
 * Sets the status of inquiries, each unless it changed since the admin saw it. They all get the
 * same status.
 */
export async function changeInquiries(input: InquiryChange[]): Promise<ActionResult> {
  return runAdminAction(statusFailures.inquiry, async () =>
    change('inquiry', inquiryChanges.parse(input), (done) => ({ inquiries: done.map(swapped) })),
  )
}

/** Takes changes of inquiries back. */
export async function restoreInquiries(input: InquiryRestore[]): Promise<ActionResult> {
  return runAdminAction(statusFailures.inquiry, () => restore('inquiry', inquiryRestores.parse(input)))
}

/** Erases a person's name, e-mail and messages from every request of theirs. */
export async function erasePersonalData(email: string): Promise<ActionResult> {
  return runAdminAction('Failed to erase personal data', async () => {
    const count = await erasePerson(erasedEmail.parse(email))
    return `Personal data erased from ${count} ${count === 1 ? 'request' : 'requests'}`
  })
}

/** Says where one booking's call happens. */
export async function changeLocation(input: LocationChange): Promise<ActionResult> {
  return runAdminAction('Failed to save the location', async () => {
    await setLocation(locationChange.parse(input))
    return 'Location saved'
  })
}

/**
 * Gets the path of a visitor's own page of their booking, to be copied. Their history says who did.
 */
export async function copyLink(input: string): Promise<ActionResult> {
  return runAdminAction('Failed to copy the link', async () => {
    const copy = await copyVisitorLink(requestId.parse(input))
    return { message: 'Visitor’s link copied', copy }
  })
}

/** Gives a request to one of the admins, or to nobody. */
export async function changeOwner(input: OwnerChange): Promise<ActionResult> {
  return runAdminAction('Failed to give the request', async () => {
    const change = ownerChange.parse(input)
    await commands.setOwner(change)
    if (!change.owner) return 'Nobody looks after it now'
    return change.owner === (await getViewer())?.id ? 'It is yours' : 'Request given'
  })
}

const answerNoted = {
  elsewhere: 'Answer noted',
  not_needed: 'Noted that no answer is needed',
  they_answered: 'They wait for an answer now',
}

/** Says that an answer went out another way, that none is needed, or that the visitor has answered. */
export async function noteAnswer(input: AnswerNote): Promise<ActionResult> {
  return runAdminAction('Failed to save the answer', async () => {
    const note = answerNote.parse(input)
    await commands.setAnswered(note)
    return { message: answerNoted[note.act], undo: { answer: note } }
  })
}

/** Takes {@link noteAnswer} back. */
export async function undoAnswer(input: AnswerNote): Promise<ActionResult> {
  return runAdminAction('Failed to undo it', async () => {
    await commands.undoAnswered(answerNote.parse(input))
    return 'Taken back'
  })
}

/** Says what came of a call. */
export async function changeOutcome(input: OutcomeChange): Promise<ActionResult> {
  return runAdminAction('Failed to save the outcome', async () => {
    const change = outcomeChange.safeParse(input)
    if (!change.success) throw invalid('Failed to save the outcome', change.error)
    await commands.setOutcome(change.data)
    return 'Outcome saved'
  })
}

/** Adds a note to a request. */
export async function addNote(input: NewNote): Promise<ActionResult> {
  return runAdminAction(NOTE_NOT_SAVED, async () => {
    const note = newNote.safeParse(input)
    if (!note.success) throw invalid(NOTE_NOT_SAVED, note.error)
    await commands.addNote(note.data)
    return 'Note added'
  })
}

/** Changes a note of one's own. */
export async function editNote(input: NoteChange): Promise<ActionResult> {
  return runAdminAction(NOTE_NOT_SAVED, async () => {
    const note = noteChange.safeParse(input)
    if (!note.success) throw invalid(NOTE_NOT_SAVED, note.error)
    await commands.editNote(note.data)
    return 'Note saved'
  })
}

/** Deletes a note of one's own. */
export async function deleteNote(noteId: string): Promise<ActionResult> {
  return runAdminAction('Failed to delete the note', async () => {
    await commands.deleteNote(requestId.parse(noteId))
    return 'Note deleted'
  })
}

const NOTE_NOT_SAVED = 'Failed to save the note'

/** What is wrong with what was typed, for the one who typed it. */
function invalid(message: string, error: ZodError): UserError {
  return new UserError(message, error.issues[0]?.message)
}

/** What the reply kit needs of a request; null when it cannot be read. */
export async function readReplyKit(input: KitRequest): Promise<KitData | null> {
  const request = kitRequest.safeParse(input).data
  if (!request) return null
  try {
    return await readKit(request)
  } catch (error) {
    logFailure('Failed to load admin data.', error)
    return null
  }
}

/** Sends an answer, or says that it went out; or says first what others changed meanwhile. */
export async function sendReply(input: NewReply): Promise<ActionResult> {
  return runAdminAction(input?.text ? commands.REPLY_NOT_SENT : 'Failed to save the answer', async () => {
    const reply = newReply.safeParse(input)
    if (!reply.success) throw invalid(commands.REPLY_NOT_SENT, reply.error)
    const changed = await commands.sendReply(reply.data)
    if (changed) return { changed }
    const { text, replyId } = reply.data
    return { message: text ? 'Your reply goes in a minute' : 'Answer noted', undo: { reply: replyId } }
  })
}

/** Takes an answer back, while its mail waits. */
export async function undoReply(replyId: string): Promise<ActionResult> {
  return runAdminAction(commands.REPLY_NOT_UNDONE, async () => {
    const isWhole = await commands.undoReply(requestId.parse(replyId))
    return isWhole ? 'Reply taken back' : 'Reply taken back; the request stays as it was changed since'
  })
}

type Kind = 'booking' | 'inquiry'

/** The change that undoes this one. */
function swapped<Change extends { seenStatus: string; status: string }>(change: Change) {
  return { ...change, seenStatus: change.status, status: change.seenStatus } as Omit<
    Change,
    'status' | 'seenStatus'
  > &
    Record<'seenStatus', Change['status']> &
    Record<'status', Change['seenStatus']>
}

/**
 * 'Booking confirmed successfully', '3 bookings confirmed successfully'. `undoOf` is what takes
 * back those that were set and had another status; an erased person's are not.
 */
async function change<Change extends StatusChange>(
  kind: Kind,
  changes: Change[],
  undoOf: (done: Change[]) => Undo,
) {
  const alone = changes.length === 1
  const { failed, erased, revisions } = await setStatuses(kindPlurals[kind], changes, alone)
  const [only] = failed
  if (alone && only?.changed) return { changed: only.changed }
  const failedIds = new Set(failed.map(({ id }) => id))
  const undoable = changes.filter(
    ({ id, seenStatus, status }) => !failedIds.has(id) && !erased.has(id) && seenStatus !== status,
  )
  const withRevisions = undoable.map((one) => ({ ...one, revision: revisions.get(one.id) ?? one.revision }))
  const undo = undoable.length > 0 ? undoOf(withRevisions) : undefined
  return { message: messageOf(kind, changes, failed, changes[0]?.status ?? '', undo), undo }
}

/** 'Booking restored successfully', '3 bookings restored successfully'. */
async function restore(kind: Kind, changes: StatusChange[]) {
  const { failed } = await setStatuses(kindPlurals[kind], changes)
  return messageOf(kind, changes, failed, 'restored')
}

/** The sentence of success. Throws a `UserError` that names those that were not set. */
function messageOf(
  kind: Kind,
  changes: StatusChange[],
  failed: Awaited<ReturnType<typeof setStatuses>>['failed'],
  done: string,
  undo?: Undo,
): string {
  const set = changes.length - failed.length
  const message =
    changes.length === 1
      ? `${titleOf(kind)} ${done} successfully`
      : `${set} ${set === 1 ? kind : kindPlurals[kind]} ${done} successfully`
  const [first] = failed
  if (!first) return message
  if (changes.length === 1) throw first.cause ?? new UserError(statusFailures[kind], first.reason)

  for (const { cause } of failed) if (cause) logFailure(statusFailures[kind], cause)
  const reasons = failed.map(({ name, reason }) => `${name}: ${reason}`)
  const detail = [...(set > 0 ? [`${message}.`] : []), ...reasons].join(' ')
  const failedIds = failed.map(({ id }) => id)
  throw new PartlyDone(statusFailures[kind], detail, failedIds, undo)
}
