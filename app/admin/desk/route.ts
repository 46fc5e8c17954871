import { answerRead, readDesk } from '../reads'

/** The desk's data again, for admins. Plain data arrive whole or not at all; the page around them stays as it is. */
export async function GET() {
  return answerRead('Failed to load admin data.', readDesk)
}
