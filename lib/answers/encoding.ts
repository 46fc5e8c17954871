import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Body = string | Buffer
export type Encoding = 'br' | 'gzip'

/** Compresses a body: `quality` is zlib's and Brotli's, from 1 (quick) to 9 (small). */
export async function encode(body: Body, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: quality })
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

/** The better of the encodings that an Accept-Encoding header names without refusing it (RFC 9110, 12.5.3), or null. */
export function preferredEncoding(accepted = ''): Encoding | null {
  const wanted = accepted.split(',').map((item) =>
    item
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/),
  )
  const takes = (encoding: Encoding) => wanted.some(([name, q = '1']) => name === encoding && Number(q) > 0)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}
