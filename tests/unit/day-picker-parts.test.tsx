/** The day picker with our formatter in place of date-fns' (docs/decisions/day-picker-parts.md), by the alias of next.config.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import * as parts from '@/lib/day-picker-parts'
import nextConfig from '@/next.config'

const alias = Object.entries(nextConfig('test').turbopack?.resolveAlias ?? {}) as [string, string][]
for (const [part, file] of alias) vi.doMock(part, () => import(join(process.cwd(), file)))
const { DateLib, defaultLocale, TZDate } = await import('react-day-picker')
const { Calendar } = await import('@/app/(site)/booking/_components/calendar')

const picker = 'node_modules/react-day-picker/dist/esm'
const sources = readdirSync(picker, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js') && (!file.includes('locale') || file.endsWith('en-US.js')))
  .map((file) => readFileSync(join(picker, file), 'utf8'))
  .join('\n')

test('the alias reaches the day picker: its formatter, its locale and its zones are ours', () => {
  const written = new DateLib().format(new Date(2026, 10, 24), 'PPPP')
  expect(written, 'date-fns wrote this, so each visitor downloads it').toBe('Tuesday, 24 November 2026')
  expect(defaultLocale.code).toBe('en-NZ')
  expect(TZDate).toBe(parts.TZDate)
})

test('a month is rendered with every name written out', () => {
  const html = renderToStaticMarkup(
    <Calendar
      date="2026-11-24"
      month="2026-11-24"
      today="2026-11-23"
      open={{}}
      onChoose={() => {}}
      onMonth={() => {}}
    />,
  )
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toMatch(/^ ?November 2026 Mon Tue Wed Thu Fri Sat Sun 1 2 3 .* 30 ?$/)
  for (const part of ['aria-label="November 2026"', 'aria-label="Sunday"', 'data-day="2026-11-24"'])
    expect(html).toContain(part)
})

test('the day picker asks for no pattern that ours does not know', () => {
  const asked = [...sources.matchAll(/[fF]ormat(?:Date)?\(\w+, "([^"]+)"|"((?:y L+|L+ y))"/g)]
  const patterns = new Set(asked.map(([, direct, monthYear]) => direct ?? monthYear))
  const known = [
    'LLLL',
    'LLLL y',
    'LLLL yyyy',
    'PPPP',
    'cccc',
    'cccccc',
    'd',
    'y LLLL',
    'yyyy',
    'yyyy-MM',
    'yyyy-MM-dd',
  ]
  expect(patterns).toEqual(new Set(known))
})

test('the day picker imports nothing from the replaced modules that ours does not have', () => {
  const imports = sources.matchAll(
    /(?:import|export) \{([^}]+)\} from "(?:date-fns\/format|date-fns\/locale\/en-US|@date-fns\/tz)"/g,
  )
  const names = [...imports].flatMap(([, list = '']) =>
    list.split(',').flatMap((name) => name.trim().split(' as ')[0] || []),
  )
  expect([...new Set(names)].sort()).toEqual(Object.keys(parts).sort())
})
