import { dateAt } from '@/lib/dates'
import { describeError } from '@/lib/describe-error'
import { csvPage } from '@/lib/export/csv'
import { readRequests } from '@/lib/export/queries'
import { download } from '../../download'

/** In bytes. Reading must end before the session's token expires: no response can refresh it once begun. */
const READ_AHEAD = 64 * 1024 * 1024

export function GET() {
  const file = { name: `requests-${dateAt()}.csv`, type: 'text/csv; charset=utf-8', missing: '' }
  return download(file, async () => {
    const pages = readRequests()
    // Reads the first page before the response begins, because only then can a failure become a 503.
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
            // Aborts the download, so that an incomplete file does not look complete. Next logs the error.
            controller.error(new Error(`The export ended early: ${describeError(error)}`))
          }
        },
        cancel: async () => void (await pages.return(undefined)),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: READ_AHEAD }),
    )
  })
}

/** Without this function, Next would run GET for a HEAD request. */
export function HEAD() {
  return new Response(null)
}

const encode = (text: string) => new TextEncoder().encode(text)
