/** `npm run colors`: writes the colours of app/styles/colors.css to what cannot read a stylesheet. */
import { readFileSync, writeFileSync } from 'node:fs'
import { themeColors } from '../lib/http/theme-colors'
import { dark, deep, hex, light, type Oklch } from './palette'

const schemes = { light, dark, deep }
const THEME = 'lib/http/theme-colors.ts'
const ICON = 'app/icon.svg'

let theme = readFileSync(THEME, 'utf8')
for (const [scheme, colours] of Object.entries(themeColors)) {
  const start = theme.indexOf(`  ${scheme}: {`)
  let block = theme.slice(start, theme.indexOf('}', start))
  const before = block
  for (const [name, colour] of Object.entries(colours)) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const now = hex(schemes[scheme as keyof typeof schemes][property] as Oklch)
    block = block.replace(`${name}: '${colour}'`, `${name}: '${now}'`)
  }
  theme = theme.replace(before, block)
}
writeFileSync(THEME, theme)

const inIcon = [light.brand, dark.brand, light.primary].map((colour) => hex(colour as Oklch))
writeFileSync(
  ICON,
  readFileSync(ICON, 'utf8').replace(/#[0-9a-f]{3,8}\b/gi, () => inIcon.shift() ?? ''),
)
