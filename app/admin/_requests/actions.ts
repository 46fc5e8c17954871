'use server'

import type { ZodError } from 'zod'
import { formatTimestamp } from '@/lib/dates'
import * as commands from '@/lib/requests/commands'
import { copyVisitorLink, erasePerson, setLocation, setStatuses } from '@/lib/requests/commands'
import {
  findBooking,
  type ChangedRequest,
  findCancelledByVisitor,
  findInquiry,
  type KitData,
  readKit,
} from '@/lib/requests/queries'
import type { AdminRequest, SettableStatus } from '@/lib/requests/request'
import { getViewer } from '@/lib/supabase/auth'
import {
  answerNote,
  type AnswerNote,
  type BookingChange,
  type BookingChanges,
  bookingChanges,
  type BookingRestore,
  bookingRestores,
  erasedEmail,
  type InquiryChange,
  type InquiryChanges,
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
import { revalidatePath } from 'next/cache'
import { paths } from '@/lib/paths'
import type { ActionResult, Failure, Question, RequestRevision } from '../action-result'
import type { Next } from '../next-actions'
import { logFailure, runAdminAction } from '../run-admin-action'
import { kindPlurals, statusFailures, titleOf, verbs } from './labels'
import { describeEvent } from './request-history'

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
 * says what others did to it, and asks. They all get the same status. Before it confirms what
 * visitors cancelled it asks too, unless `agreed` says that the admin knows.
 */
export async function changeBookings(input: BookingChanges): Promise<ActionResult> {
  return runAdminAction(statusFailures.booking, async () => {
    const { changes, agreed } = bookingChanges.parse(input)
    const revived = changes.filter(
      ({ seenStatus, status }) => seenStatus === 'cancelled' && status === 'confirmed',
    )
    const cancelled =
      revived.length > 0 && !agreed ? await findCancelledByVisitor(revived.map(({ id }) => id)) : []
    if (cancelled.length > 0)
      return {
        question: reviveQuestion(changes, cancelled),
        yes: ['changeBookings', { changes, agreed: true }],
      }
    return change('booking', changes)
  })
}

/** Asks before bookings are confirmed that their visitors cancelled, and says why they did. */
function reviveQuestion(
  changes: BookingChange[],
  cancelled: { id: string; reason: string | null }[],
): Question {
  const many = changes.length > 1
  return {
    title: 'Confirm what the visitor cancelled?',
    lines: cancelled.map(({ id, reason }) => ({
      name: changes.find((change) => change.id === id)?.name ?? '',
      text: reason === null ? ' gave no reason.' : `: ${reason}`,
    })),
    no: many ? 'Leave all as they are' : 'Leave it cancelled',
    yes: many ? `Confirm all ${changes.length} bookings` : 'Confirm booking',
  }
}

/** Takes changes of bookings back; cancellations only while their times are free. */
export async function restoreBookings(input: BookingRestore[]): Promise<ActionResult> {
  return runAdminAction(statusFailures.booking, () => restore('booking', bookingRestores.parse(input)))
}

/**
 * Sets the status of inquiries, each unless it changed since the admin saw it. They all get the
 * same status.
 */
export async function changeInquiries(input: InquiryChanges): Promise<ActionResult> {
  return runAdminAction(statusFailures.inquiry, () => change('inquiry', inquiryChanges.parse(input).changes))
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
    return { message: answerNoted[note.act], undo: ['undoAnswer', note] }
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
    if (changed) return { question: changedQuestion(changed) }
    const { text, replyId } = reply.data
    return { message: text ? 'Your reply goes in a minute' : 'Answer noted', undo: ['undoReply', replyId] }
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

/**
 * 'Booking confirmed successfully', '3 bookings confirmed successfully'. Its undo takes back those
 * that were set and had another status; an erased person's are not.
 */
async function change(kind: Kind, changes: StatusChange[]): Promise<ActionResult> {
  const alone = changes.length === 1
  const set = await setStatuses(kindPlurals[kind], changes, { alone })
  const [first] = changes
  const changed = alone && set.failed[0]?.changed
  if (first && changed) {
    const { status, revision } = changed
    const question = changedQuestion(changed, first.status as SettableStatus)
    return {
      question,
      yes: question.yes ? setting(kind, { ...first, seenStatus: status, revision }) : undefined,
    }
  }
  const failedIds = new Set(set.failed.map(({ id }) => id))
  const undone = changes
    .filter(
      ({ id, seenStatus, status }) => !failedIds.has(id) && !set.erased.has(id) && seenStatus !== status,
    )
    .map(({ id, name, seenStatus, status, revision }) => {
      return { id, name, seenStatus: status, status: seenStatus, revision: set.revisions.get(id) ?? revision }
    })
  const result = report(kind, changes, set.failed, first?.status ?? '')
  return { ...result, undo: undoOf(kind, undone), changed: changedOf(set) }
}

/** Tells what others did to a request since it was read, and asks whether to set this status all the same. */
function changedQuestion({ events, status: present }: ChangedRequest, status?: SettableStatus): Question {
  revalidatePath(paths.admin) // so that the page shows what is asked about
  return {
    title: 'It was changed since you read it',
    lines: events.map((event) => ({ text: `${describeEvent(event)}, ${formatTimestamp(event.at)}` })),
    no: status ? 'Leave it as it is' : 'Read it again',
    ...(status &&
      present !== status && { yes: `${verbs[status]} all the same`, destroys: status === 'cancelled' }),
  }
}

/** What makes one change, whatever others did before. */
function setting(kind: Kind, change: object): Next {
  return kind === 'booking'
    ? ['changeBookings', { changes: [change as BookingChange], agreed: true }]
    : ['changeInquiries', { changes: [change as InquiryChange] }]
}

/** 'Booking restored successfully', '3 bookings restored successfully'; what failed is offered again. */
async function restore(kind: Kind, changes: StatusChange[]): Promise<ActionResult> {
  const set = await setStatuses(kindPlurals[kind], changes, { isUndo: true })
  const result = { ...report(kind, changes, set.failed, 'restored'), changed: changedOf(set) }
  const left = changes.filter(({ id }) => set.failed.some((one) => one.id === id))
  return 'failed' in result ? { ...result, again: undoOf(kind, left) } : result
}

function changedOf({ revisions }: Awaited<ReturnType<typeof setStatuses>>): RequestRevision[] {
  return [...revisions].map(([id, revision]) => ({ id, revision }))
}

/** What sets these statuses again. */
function undoOf(kind: Kind, changes: Pick<StatusChange, 'id'>[]): Next | undefined {
  if (changes.length === 0) return undefined
  return kind === 'booking'
    ? ['restoreBookings', changes as BookingRestore[]]
    : ['restoreInquiries', changes as InquiryRestore[]]
}

/** The sentence of success; or of failure, with the names of those that were not set. */
function report(
  kind: Kind,
  changes: StatusChange[],
  failed: Awaited<ReturnType<typeof setStatuses>>['failed'],
  done: string,
): { message: string } | Failure {
  const set = changes.length - failed.length
  const message =
    changes.length === 1
      ? `${titleOf(kind)} ${done} successfully`
      : `${set} ${set === 1 ? kind : kindPlurals[kind]} ${done} successfully`
  const [first] = failed
  if (!first) return { message }
  if (changes.length === 1) throw first.cause ?? new UserError(statusFailures[kind], first.reason)

  for (const { cause } of failed) if (cause) logFailure(statusFailures[kind], cause)
  logFailure(statusFailures[kind], new Error(`${failed.length} were not set`)) // without names
  const reasons = failed.map(({ name, reason }) => `${name}: ${reason}`)
  return {
    failed: statusFailures[kind],
    detail: [...(set > 0 ? [`${message}.`] : []), ...reasons].join(' '),
    failedIds: failed.map(({ id }) => id),
  }
}
