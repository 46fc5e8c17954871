import { readFileSync } from 'node:fs'

export type Oklch = [lightness: number, chroma: number, hue: number]
export type Palette = Record<string, Oklch>

const site = readFileSync('app/styles/colors.css', 'utf8')

/** Between the texts `from` and `to` in the stylesheet, by name. */
export function palette(from: string, to: string): Palette {
  const start = site.indexOf(from)
  const block = site.slice(start, site.indexOf(to, start + from.length))
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
  return Object.fromEntries([...found].map(([, name, l, c, h]) => [name, [Number(l), Number(c), Number(h)]]))
}

/** As a browser shows it: `#rrggbb`. */
export function hex(colour: Oklch): string {
  const bytes = linearRgb(colour).map((value) =>
    Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)),
  )
  return `#${Buffer.from(bytes).toString('hex')}`
}

/** Red, green and blue, each from 0 to 1. */
export function linearRgb([l, c, h]: Oklch): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  const within = (value: number) => Math.min(1, Math.max(0, value))
  return [within(red), within(green), within(blue)]
}

export const light = palette(':root {', '@media')
export const dark = { ...light, ...palette('@media (prefers-color-scheme: dark)', '@theme') }
export const deep = palette('@utility deep ', '@utility')
