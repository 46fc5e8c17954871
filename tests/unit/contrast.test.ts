import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Oklch = [lightness: number, chroma: number, hue: number]
type Palette = Record<string, Oklch>

const site = readFileSync('app/styles/colors.css', 'utf8')
const statuses = readFileSync('app/styles/status-colors.css', 'utf8')

/** The colours set between two marks of a stylesheet. */
function palette(from: string, to: string, css = site): Palette {
  const start = css.indexOf(from)
  const block = css.slice(start, css.indexOf(to, start + from.length))
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
  return Object.fromEntries([...found].map(([, name, l, c, h]) => [name, [Number(l), Number(c), Number(h)]]))
}

/** WCAG's relative luminance of a colour given as oklch. */
function luminance([l, c, h]: Oklch): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  const [r = 0, g = 0, bl = 0] = [red, green, blue].map((value) => Math.min(1, Math.max(0, value)))
  return 0.2126 * r + 0.7152 * g + 0.0722 * bl
}

function contrast(colours: Palette, front: string, back: string): number {
  const [dark = 0, light = 0] = [front, back]
    .map((name) => {
      const colour = colours[name]
      if (!colour) throw new Error(`no colour named ${name}`)
      return luminance(colour)
    })
    .sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const light = { ...palette(':root {', '@media'), ...palette(':root {', '@media', statuses) }
const dark = {
  ...light,
  ...palette('@media (prefers-color-scheme: dark)', '@theme'),
  ...palette('@media (prefers-color-scheme: dark)', '@theme', statuses),
}
const deep = palette('@utility deep ', '@utility')
const schemes: Record<string, Palette> = { light, dark }
for (const name of ['depth-1', 'depth-2', 'depth-3', 'floor']) {
  schemes[name] = { ...light, ...deep, ...palette(`@utility ${name} `, '\n}') }
}

const text = [
  ['foreground', 'background'],
  ['foreground', 'muted'],
  ['muted-foreground', 'background'],
  ['muted-foreground', 'muted'],
  ['brand', 'background'],
  ['brand-foreground', 'brand'],
  ['primary-foreground', 'primary'],
  ['primary-foreground', 'primary-hover'],
  // Depth lines run under words: those must be readable on a line as well.
  ['foreground', 'contour'],
  ['muted-foreground', 'contour'],
  ['brand', 'contour'],
] as const
const onPaper = [
  ['foreground', 'card'],
  ['muted-foreground', 'card'],
  ['brand', 'card'],
  ['destructive', 'background'],
  ['destructive', 'card'],
  ['destructive-foreground', 'destructive'],
  ...['yellow', 'green', 'red', 'blue', 'gray'].map(
    (status) => [`status-${status}-foreground`, `status-${status}`] as const,
  ),
] as const
const controls = [
  ['input', 'background'],
  ['ring', 'background'],
] as const

describe.each(Object.entries(schemes))('on %s', (_, colours) => {
  test.each(text)('%s on %s can be read (4.5:1)', (front, back) => {
    expect(contrast(colours, front, back)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(controls)('%s on %s can be seen (3:1)', (front, back) => {
    expect(contrast(colours, front, back)).toBeGreaterThanOrEqual(3)
  })
})

describe.each(Object.entries({ light, dark }))('on %s paper', (_, colours) => {
  test.each(onPaper)('%s on %s can be read (4.5:1)', (front, back) => {
    expect(contrast(colours, front, back)).toBeGreaterThanOrEqual(4.5)
  })
})
