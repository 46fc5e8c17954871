import { dateAt } from '@/lib/dates'
import { describeError } from '@/lib/describe-error'
import { csvPage } from '@/lib/export/csv'
import { readRequests } from '@/lib/export/queries'
import { download } from '../../download'

/**
 * The bytes read ahead of a slow download: reading must end before the token expires, because nothing can
 * refresh it.
 */
const READ_AHEAD = 64 * 1024 * 1024

/** Downloads all requests as CSV, and reads them page by page while sending. */
export function GET() {
  const file = { name: `requests-${dateAt()}.csv`, type: 'text/csv; charset=utf-8', missing: '' }
  return download(file, async () => {
    const pages = readRequests()
    // The first page is read before the response begins, so that a failure can become a 503.
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
            // Aborts the download: an incomplete file must not look complete. Next logs the error.
            controller.error(new Error(`The export ended early: ${describeError(error)}`))
          }
        },
        cancel: async () => void (await pages.return(undefined)),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD }),
    )
  })
}

/** Without it, Next would run GET for HEAD. */
export function HEAD() {
  return new Response(null)
}

const encode = (text: string) => new TextEncoder().encode(text)
