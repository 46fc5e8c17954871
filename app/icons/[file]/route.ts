import { drawIcon } from '@/app/draw-icon'

// next.config.ts serves 32.png as /favicon.ico too; the manifest lists the other two.
export const dynamic = 'force-static'
export const dynamicParams = false
export function generateStaticParams() {
  return [32, 192, 512].map((size) => ({ file: `${size}.png` }))
}

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  return drawIcon(Number.parseInt((await params).file))
}
