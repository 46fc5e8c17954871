import { dateAt } from '@/lib/dates'
import { describeError } from '@/lib/describe-error'
import { csvPage } from '@/lib/export/csv'
import { readRequests } from '@/lib/export/queries'
import { download } from '../../download'

/**
 * The bytes read ahead of a slow download. Reading must end long before the token expires, which cannot be
 * refreshed once the response has begun.
 */
const READ_AHEAD = 64 * 1024 * 1024

/** Downloads every request as CSV, read a page at a time while it is sent. */
export function GET() {
  const file = { name: `requests-${dateAt()}.csv`, type: 'text/csv; charset=utf-8', missing: '' }
  return download(file, async () => {
    const pages = readRequests()
    // Reads the first page before the response begins, so that a failure can still become a 503.
    const { value: first = [] } = await pages.next()
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(encode(csvPage(first, true))),
        async pull(controller) {
          try {
            const { done, value } = await pages.next()
            if (done) controller.close()
            else controller.enqueue(encode(csvPage(value, false)))
          } catch (error) {
            // Breaks the download off, because a short file must not look whole. Next logs the error.
            controller.error(new Error(`The export ended early: ${describeError(error)}`))
          }
        },
        cancel: async () => void (await pages.return(undefined)),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD }),
    )
  })
}

/** Prevents a run of GET: Next would use it for HEAD. */
export function HEAD() {
  return new Response(null)
}

const encode = (text: string) => new TextEncoder().encode(text)
