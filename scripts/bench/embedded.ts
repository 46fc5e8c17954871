/** Speed and memory of the embedded Supabase, end to end over HTTP. With SOAK=1 over 50,000 requests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, residentMemory, startEmbedded, stopProcess } from '../processes'
import { load, printTable } from './load'

const CLIENTS = 20
const REQUESTS = process.env.SOAK ? 50_000 : 5_000

/** Reads a bookable day's slots as a visitor, over and over. */
function readSlots({ url, publishableKey }: Embedded, requests: number) {
  const monday = new Date(Date.now() + 7 * 86_400_000)
  monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7))
  const shot = {
    path: '/rest/v1/rpc/get_available_slots_for_date',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ p_date: monday.toISOString().slice(0, 10) }),
  }
  const isGood = (status: number, body: string) => status === 200 && body.includes('start_time')
  return load({ url, clients: CLIENTS, until: { requests }, next: () => shot, isGood })
}

async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const began = performance.now()
  const result = await work()
  return [(performance.now() - began) / 1000, result]
}

const data = mkdtempSync(join(tmpdir(), 'bench-embedded-'))
const [firstStart, first] = await timed(() => startEmbedded({ data, port: 0 }))
await stopProcess(first.process)
const [reopening, embedded] = await timed(() => startEmbedded({ data, port: 0 }))
await readSlots(embedded, 500)
const memory = residentMemory(embedded.process)
const { perSecond, errors } = await readSlots(embedded, REQUESTS)
const gained = residentMemory(embedded.process) - memory
await stopProcess(embedded.process)
rmSync(data, { recursive: true })

const figures: [what: string, measured: string, limit: string, holds: boolean][] = [
  ['first start, with migrations and seed', `${firstStart.toFixed(1)} s`, '8 s', firstStart <= 8],
  ['reopening', `${reopening.toFixed(1)} s`, '1.5 s', reopening <= 1.5],
  [`slot reads, ${CLIENTS} clients`, `${Math.round(perSecond)} /s`, '400 /s', perSecond >= 400],
  ['reads that failed', String(errors), '0', errors === 0],
  ['memory at work', `${Math.round(memory)} MB`, '800 MB', memory <= 800],
  [`memory gained over ${REQUESTS} reads`, `${Math.round(gained)} MB`, '60 MB', gained <= 60],
]
printTable(
  'The embedded Supabase',
  ['what', 'measured', 'limit', 'holds'],
  figures.map(([what, measured, limit, holds]) => [what, measured, limit, holds ? 'yes' : 'no']),
)
process.exitCode = figures.every(([, , , holds]) => holds) ? 0 : 1
