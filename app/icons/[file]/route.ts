import { drawIcon } from '@/app/draw-icon'

// Next draws the icons at build time; any other file name gets a 404. next.config.ts serves 32.png as
// /favicon.ico too, and the manifest lists the other two.
export const dynamic = 'force-static'
export const dynamicParams = false
export function generateStaticParams() {
  return [32, 192, 512].map((size) => ({ file: `${size}.png` }))
}

/** "/icons/192.png": the studio's logo, 192 pixels wide. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  return drawIcon(Number.parseInt((await params).file))
}
