/** What `npm run check:hosted` asks, and the line that each question becomes. */

/** Thrown when a question cannot be answered; the message is what is missing. */
export class NotChecked extends Error {}

/** `false` with what to do, or `null` with what is missing; both in `detail`. */
export interface Line {
  question: string
  answer: boolean | null
  detail?: string
}

export interface Question {
  /** As a statement, which is true when all is well. */
  question: string
  /** What to do when it is not. */
  todo: string
  /** Whether it is true; a text is what to do instead of `todo`. */
  ask: (signal: AbortSignal) => Promise<boolean | string> | boolean
  /** Whether no response is the very thing that is asked about; it is false then. */
  isConnection?: true
  /** In how many seconds it is answered at the latest; five without it. `ask` gets the signal. */
  within?: number
}

/** Asks; nothing takes longer than the question may. */
export async function answer({ question, todo, ask, isConnection, within = 5 }: Question): Promise<Line> {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('late'), { code: `no response within ${within} seconds` }))
      ended.abort()
    }, within * 1_000)
  })
  try {
    const found = await Promise.race([Promise.resolve(ended.signal).then(ask), late])
    if (found === true) return { question, answer: true }
    return { question, answer: false, detail: found || todo }
  } catch (error) {
    if (error instanceof NotChecked) return { question, answer: null, detail: error.message }
    if (isConnection) return { question, answer: false, detail: `${todo} (${codeOf(error)})` }
    return { question, answer: null, detail: codeOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** An error by its code alone: a message may hold an address, a password or a key. */
export function codeOf(error: unknown): string {
  const { code, cause, name } = (error ?? {}) as { code?: unknown; cause?: unknown; name?: string }
  if (typeof code === 'string' && code) return code
  return cause ? codeOf(cause) : (name ?? 'no response')
}

/** A value of the environment. Throws NotChecked without it. */
export function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new NotChecked(`set ${name}`)
  return value
}

/**
 * Gets something once, however many questions need it: `get` for the one that asks whether it can be
 * had, and `need` for the others, which are not checked without it.
 */
export function once<Value>(
  getValue: () => Promise<Value>,
  missing: string,
  /** What is missing after an error of this code, in place of that. */
  causes: Record<string, string> = {},
) {
  let value: Promise<Value> | undefined
  const get = () => (value ??= getValue())
  const need = () =>
    get().catch((error: unknown) => {
      if (error instanceof NotChecked) throw error
      throw new NotChecked(causes[codeOf(error)] ?? `${missing} (${codeOf(error)})`)
    })
  return { get, need }
}
