import 'server-only'
import { listCallsToTell } from '@/lib/mail/calls-to-tell'
import { findDetails, listAdmins } from '@/lib/requests/details'
import { countRequests } from '@/lib/requests/list'
import { findNextToAnswer, findRequest } from '@/lib/requests/queries'

/**
 * Reads all data of a request's page; null if no request has this id. `readAt` is the time before the first
 * read, in milliseconds. Throws the database's error.
 */
export async function findRequestPage(id: string) {
  const readAt = Date.now()
  const [page, admins, counts, next, callsToTell] = await Promise.all([
    findRequest(id).then(async (request) => request && { request, details: await findDetails(request) }),
    listAdmins(),
    countRequests(),
    findNextToAnswer(id),
    listCallsToTell(),
  ])
  return page && { ...page, admins, counts, next, readAt, toTell: callsToTell.find((call) => call.id === id) }
}
