import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import { type PageKey, pages } from '@/lib/content/pages'
import { site } from '@/lib/content/studio'
import { themeColors } from '@/lib/http/theme-colors'

export const dynamic = 'force-static'
export const dynamicParams = false
export function generateStaticParams() {
  return Object.keys(pages).map((page) => ({ page }))
}

const root = process.cwd()
const font = join(
  root,
  'node_modules/@fontsource/familjen-grotesk/files/familjen-grotesk-latin-600-normal.woff',
)

/** 1200 × 630 pixels: the page's sentence on the studio's sea chart. */
export async function GET(_request: Request, { params }: { params: Promise<{ page: string }> }) {
  const { page } = await params
  const [data, lines] = await Promise.all([readFile(font), readFile(join(root, 'public/chart.svg'), 'utf8')])
  const chart = lines.replace(
    'stroke="#000"',
    `stroke="${themeColors.deep.contour}" width="1600" height="1200"`,
  )
  return new ImageResponse(
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 72,
        background: themeColors.deep.background,
        color: themeColors.deep.foreground,
      }}
    >
      <img
        src={`data:image/svg+xml;base64,${Buffer.from(chart).toString('base64')}`}
        alt=""
        width={1600}
        height={1200}
        style={{ position: 'absolute', left: 180, top: -420 }}
      />
      <div style={{ fontSize: 36, letterSpacing: -1 }}>{site.name}</div>
      <div style={{ fontSize: 104, lineHeight: 0.98, letterSpacing: -4.5, maxWidth: 960 }}>
        {pages[page as PageKey].share}
      </div>
    </div>,
    { width: 1200, height: 630, fonts: [{ name: 'Familjen Grotesk', data, weight: 600, style: 'normal' }] },
  )
}
