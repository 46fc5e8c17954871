import { drawIcon } from '@/app/draw-icon'

// Next draws the icons at build time; any other name is a 404. 32 is also /favicon.ico (next.config.ts), the
// manifest lists the others.
export const dynamic = 'force-static'
export const dynamicParams = false
export function generateStaticParams() {
  return [32, 192, 512].map((size) => ({ file: `${size}.png` }))
}

/** "/icons/192.png": the studio's mark in that size. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  return drawIcon(Number.parseInt((await params).file))
}
