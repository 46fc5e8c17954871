import { describe, expect, test } from 'vitest'
import { dark, deep, light, linearRgb, type Oklch, type Palette, palette } from '@/scripts/palette'

/** WCAG's relative luminance. */
function luminance(colour: Oklch): number {
  const [red, green, blue] = linearRgb(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
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
  ['brand', 'muted'],
  ['brand-foreground', 'brand'],
  ['primary-foreground', 'primary'],
  ['primary-foreground', 'primary-hover'],
] as const
const onPaper = [
  ['foreground', 'card'],
  ['muted-foreground', 'card'],
  ['brand', 'card'],
  ['destructive', 'background'],
  ['destructive', 'muted'],
  ['destructive', 'card'],
  ['destructive-foreground', 'destructive'],
  ...['yellow', 'green', 'red', 'blue', 'gray'].map(
    (status) => [`status-${status}-foreground`, `status-${status}`] as const,
  ),
] as const
const controls = [
  ['input', 'background'],
  ['input', 'card'],
  ['ring', 'background'],
] as const

describe.each(Object.entries(schemes))('on %s', (_, colours) => {
  test.each(text)('%s on %s can be read (7:1)', (front, back) => {
    expect(contrast(colours, front, back)).toBeGreaterThanOrEqual(7)
  })
  test.each(controls)('%s on %s can be seen (3:1)', (front, back) => {
    expect(contrast(colours, front, back)).toBeGreaterThanOrEqual(3)
  })
})

// The packages' buttons lie on a picture of water, which an accessibility checker does not see.
test.each(['depth-1', 'depth-2', 'depth-3'])('a button on %s can be seen (3:1)', (depth) => {
  expect(contrast(schemes[depth] as Palette, 'primary', 'background')).toBeGreaterThanOrEqual(3)
})

describe.each(Object.entries({ light, dark }))('on %s paper', (_, colours) => {
  test.each(onPaper)('%s on %s can be read (7:1)', (front, back) => {
    expect(contrast(colours, front, back)).toBeGreaterThanOrEqual(7)
  })
})

test.each([
  ['ink', 'paper'],
  ['paper', 'ink'],
  ['press-foreground', 'press'],
])('in the hero’s drawing %s on %s can be read (4.5:1)', (front, back) => {
  expect(contrast(palette('@utility sample-colors ', '\n}'), front, back)).toBeGreaterThanOrEqual(4.5)
})
