import { findRequests } from '@/lib/requests/queries'
import { requestIds } from '@/lib/requests/schema'
import { json } from '../json'

/** Some requests as they are now, for rows that stay on the screen after they have left their list. */
export async function GET(request: Request) {
  return json(async () => findRequests(requestIds.parse(new URL(request.url).searchParams.getAll('id'))))
}
