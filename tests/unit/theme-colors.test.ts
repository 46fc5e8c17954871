import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { themeColors } from '@/lib/site/theme-colors'
import { dark, deep, light, linearRgb, type Oklch } from '../palette'

const inStylesheet = { light, dark, deep }

/** An oklch colour as the `#rrggbb` that a browser shows. */
function hex(colour: Oklch): string {
  const bytes = linearRgb(colour).map((value) =>
    Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)),
  )
  return `#${Buffer.from(bytes).toString('hex')}`
}

describe.each(Object.entries(themeColors))('in %s', (scheme, colours) => {
  test.each(Object.entries(colours))('%s (%s) is that of app/styles/colors.css', (name, colour) => {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(colour, `lib/site/theme-colors.ts`).toBe(
      hex(inStylesheet[scheme as keyof typeof inStylesheet][property] as Oklch),
    )
  })
})

test('the icon has the colours of app/styles/colors.css', () => {
  const used = readFileSync('app/icon.svg', 'utf8').match(/#[0-9a-f]{3,8}\b/gi)
  const { brand, primary } = light
  const expected = [brand, dark.brand, primary].map((colour) => hex(colour as Oklch))
  expect(used, 'app/icon.svg').toEqual(expected)
})
