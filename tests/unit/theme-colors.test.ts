import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { themeColors } from '@/lib/http/theme-colors'
import { dark, deep, hex, light, type Oklch } from '@/scripts/palette'

const inStylesheet = { light, dark, deep }

describe.each(Object.entries(themeColors))('in %s', (scheme, colours) => {
  test.each(Object.entries(colours))('%s (%s) is that of app/styles/colors.css', (name, colour) => {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(colour, 'Run: npm run colors').toBe(
      hex(inStylesheet[scheme as keyof typeof inStylesheet][property] as Oklch),
    )
  })
})

test('the icon has the colours of app/styles/colors.css', () => {
  const used = readFileSync('app/icon.svg', 'utf8').match(/#[0-9a-f]{3,8}\b/gi)
  const { brand, primary } = light
  const expected = [brand, dark.brand, primary].map((colour) => hex(colour as Oklch))
  expect(used, 'Run: npm run colors').toEqual(expected)
})
