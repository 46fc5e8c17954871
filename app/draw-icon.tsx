import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import { themeColors } from '@/lib/http/theme-colors'

/** The logo on a dark background, as a square PNG. `size` is in pixels. */
export async function drawIcon(size: number) {
  const { background, brand } = themeColors.deep
  const svg = await readFile(join(process.cwd(), 'app/icon.svg'), 'utf8')
  // A wider viewBox adds a margin around the logo.
  const mark = svg.replaceAll('currentColor', brand).replace('viewBox="0 0 32 32"', 'viewBox="-7 -7 46 46"')
  return new ImageResponse(
    <img
      src={`data:image/svg+xml;base64,${Buffer.from(mark).toString('base64')}`}
      alt=""
      width={size}
      height={size}
      style={{ background }}
    />,
    { width: size, height: size },
  )
}
