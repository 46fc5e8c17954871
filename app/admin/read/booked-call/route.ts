import { findBookedCall } from '@/lib/requests/call-commands'
import { requestId } from '@/lib/requests/schema'
import { json } from '../json'

/** The call that the form with the id `?form=` has booked, as `{ call }`; null when none. */
export async function GET(request: Request) {
  const form = new URL(request.url).searchParams.get('form')
  return json(async () => ({ call: await findBookedCall(requestId.parse(form)) }))
}
