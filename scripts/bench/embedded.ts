/** Speed and memory of the embedded Supabase, end to end over HTTP. Alone: `npx tsx scripts/bench/embedded.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, residentMemory, startEmbedded, stopProcess } from '../processes'

/** One figure, and the limit it must keep. */
export interface Figure {
  name: string
  value: number
  unit: string
  limit: { atLeast: number } | { atMost: number }
}

const CLIENTS = 20
/** SOAK runs the full number over which memory must stay flat. */
const REQUESTS = process.env.SOAK ? 50_000 : 5_000

/** Measures a first start, a reopening, slot reads, and memory over many of them. */
export async function benchEmbedded(): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'bench-embedded-'))
  try {
    const firstStart = await seconds(async () =>
      stopProcess((await startEmbedded({ data, port: 0 })).process),
    )
    let embedded: Embedded | undefined
    const reopening = await seconds(async () => (embedded = await startEmbedded({ data, port: 0 })))
    if (!embedded) throw new Error('The embedded Supabase did not start.')
    await readSlots(embedded, 500)
    const memoryBefore = residentMemory(embedded.process)
    const reading = await seconds(() => readSlots(embedded as Embedded, REQUESTS))
    const growth = residentMemory(embedded.process) - memoryBefore
    await stopProcess(embedded.process)
    return [
      { name: 'first start with migrations and seed', value: firstStart, unit: 's', limit: { atMost: 8 } },
      { name: 'reopening', value: reopening, unit: 's', limit: { atMost: 1.5 } },
      {
        name: `slot reads, ${CLIENTS} clients`,
        value: REQUESTS / reading,
        unit: '/s',
        limit: { atLeast: 400 },
      },
      { name: 'memory at work', value: memoryBefore, unit: 'MB', limit: { atMost: 800 } },
      { name: `memory gained over ${REQUESTS} reads`, value: growth, unit: 'MB', limit: { atMost: 60 } },
    ]
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Reads a bookable day's slots as a visitor, over and over. */
async function readSlots(embedded: Embedded, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const body = JSON.stringify({ p_date: nextMonday() })
  const headers = {
    apikey: embedded.publishableKey,
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const read = () =>
    new Promise<void>((resolve, reject) => {
      const outgoing = request(`${embedded.url}/rest/v1/rpc/get_available_slots_for_date`, {
        method: 'POST',
        agent,
        headers,
      })
      outgoing.on('error', reject).on('response', (response) => {
        if (response.statusCode !== 200) reject(new Error(`Answered ${response.statusCode}.`))
        response.resume().on('end', resolve)
      })
      outgoing.end(body)
    })
  let left = times
  const client = async () => {
    while (left-- > 0) await read()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
}

function nextMonday(): string {
  const day = new Date(Date.now() + 7 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, unit, limit } of await benchEmbedded()) {
    const bound = 'atLeast' in limit ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`
    console.log(
      `${name.padEnd(40)} ${value.toFixed(value < 10 ? 2 : 0).padStart(6)} ${unit.padEnd(3)} (${bound})`,
    )
  }
}
