/** The places at which the site waits for another process, and the ways in which one is disturbed. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { vi } from 'vitest'
import { followParent, root } from '@/scripts/processes'
import type { Act } from './waits-site'

/**
 * 'lost before', 'lost after': the connection ends before or after the other side acts. 'late': the answer comes after
 * 30 seconds. 'delayed': the other side acts after 30 seconds, and after the person's next press. 'twice': the request,
 * or the mail server's reply, comes twice. 'killed': the site's process ends while the answer is on its way.
 */
export const disturbances = [
  'lost before',
  'lost after',
  'late',
  'delayed',
  'twice',
  'clock +1 h',
  'killed',
] as const
export type Disturbance = (typeof disturbances)[number]

export class Lost extends TypeError {
  override cause = { code: 'ECONNRESET' }
  constructor() {
    super('fetch failed')
  }
}

export const passTime = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

/** Every request, file and reply of the mail server passes here. */
export class Places {
  /** Without repetitions, in the order in which they were met. */
  met = new Set<string>()
  /** The 30 seconds of a 'late' or 'delayed' answer: a press during them would run out of time at once. */
  halfAMinute: Promise<unknown> | undefined
  private kill = () => {}
  private delayed: (() => unknown)[] = []
  private chosen: { place: string; disturbance: Disturbance } | undefined

  /** Disturbs the first time that the site waits at `place`. */
  start(chosen?: { place: string; disturbance: Disturbance }, kill = () => {}) {
    Object.assign(this, { met: new Set(), chosen, kill })
  }

  pass = async <T>(place: string, act: () => T | Promise<T>, reply?: () => void): Promise<T> => {
    const { disturbance } = this.met.has(place) || this.chosen?.place !== place ? {} : this.chosen
    this.met.add(place)
    if (disturbance === 'lost before') throw new Lost()
    if (disturbance === 'clock +1 h') passTime(60)
    if (disturbance === 'delayed') {
      await this.passHalfAMinute()
      if (!reply) {
        this.delayed.push(act)
        throw new Lost()
      }
    }
    const answer = await act()
    if (disturbance === 'lost after') throw new Lost()
    if (disturbance === 'late') await this.passHalfAMinute()
    if (disturbance === 'killed') {
      this.kill()
      return new Promise(() => {})
    }
    reply?.()
    if (disturbance !== 'twice') return answer
    reply?.()
    return reply ? answer : act()
  }

  private async passHalfAMinute() {
    await (this.halfAMinute = vi.advanceTimersByTimeAsync(30_000))
  }

  async letThrough() {
    for (const act of this.delayed.splice(0)) await act()
  }
}

/** A mail server each of whose replies is a place, except the one to QUIT, for which nobody waits. */
export async function startMailServer({ pass }: Places) {
  const received: { id: string; to: string; subject: string }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    let [text, to, end] = ['', '', '\r\n']
    const say = (place: string, line: string, act = async () => {}) =>
      pass(`mail server: ${place}`, act, () => void socket.write(`${line}\r\n`)).catch(() => socket.destroy())
    async function read() {
      while (text.includes(end)) {
        const part = text.slice(0, text.indexOf(end) + end.length)
        text = text.slice(part.length)
        if (end !== '\r\n') {
          end = '\r\n'
          await say('message', '250 taken', async () => {
            const { messageId: id = '', subject = '' } = await simpleParser(part)
            received.push({ id, to, subject })
          })
        } else {
          const verb = part.slice(0, 4)
          to = /^RCPT.*<(.*)>/.exec(part)?.[1] ?? to
          if (verb === 'DATA') end = '\r\n.\r\n'
          if (verb === 'QUIT') socket.end()
          else await say(verb, verb === 'DATA' ? '354 go on' : '250 ok')
        }
      }
    }
    let reading: Promise<unknown> = say('greeting', '220 here')
    socket.on('data', (chunk) => {
      text += String(chunk)
      reading = reading.then(read)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A site in a process of its own, with the backend at `url`. `run` also ends when the site is killed. */
export async function forkSite(url: string) {
  const child = fork(join(import.meta.dirname, 'waits-site.ts'), {
    execArgv: ['--import', followParent, '--import', 'tsx'],
    env: { ...process.env, SUPABASE_URL: url, TSX_TSCONFIG_PATH: join(root, 'scripts/outside-next.json') },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(child, 'message')
  return {
    kill: () => void child.kill('SIGKILL'),
    ended: once(child, 'exit'),
    run: (act: Act | 'signIn', input: unknown, onAnswer: (answer: unknown) => void) =>
      new Promise<void>((resolve) => {
        child.removeAllListeners('message')
        child.on('message', (message: { answer: unknown } | 'ended') =>
          message === 'ended' ? resolve() : onAnswer(message.answer),
        )
        child.on('exit', () => resolve())
        child.send([act, input])
      }),
  }
}
