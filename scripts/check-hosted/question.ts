/** The questions of `npm run check:hosted`, and the line that `answer` makes of each. */

/** The question has no answer yet. The message names what is missing. */
export class NotChecked extends Error {}

/** The question has no answer yet, because .env lacks a variable. */
export class NeedsVariable extends NotChecked {
  constructor(readonly variable: string) {
    super(`needs ${variable}`)
  }
}

/** If `answer` is false or null, `detail` says what makes it true, and what was missing for a check. */
export interface Line {
  question: string
  answer: boolean | null
  detail?: string
  /** No program can answer the question. */
  isByHand?: true
}

export interface Question {
  /** A statement that is true if all is well. */
  question: string
  /** The command or setting that makes it true. */
  todo: string
  /** Resolves to true, false, or a remedy in place of `todo`. A question without it is by hand. */
  ask?: (signal: AbortSignal) => Promise<boolean | string> | boolean
  /** The question is about the connection: without a response the answer is false. */
  isConnection?: true
  /** The time limit in seconds, by default five. The signal of `ask` aborts then. */
  within?: number
}

/** Asks a question within its time limit. */
export async function answer({ question, todo, ask, isConnection, within = 5 }: Question): Promise<Line> {
  if (!ask) return { question, answer: null, detail: todo, isByHand: true }
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
    if (isConnection && !(error instanceof NotChecked))
      return { question, answer: false, detail: `${todo} (${codeOf(error)})` }
    if (error instanceof NeedsVariable && todo.includes(error.variable))
      return { question, answer: null, detail: todo }
    const why = error instanceof NotChecked ? error.message : codeOf(error)
    return { question, answer: null, detail: `${todo} (${why})` }
  } finally {
    clearTimeout(timer)
  }
}

/** The code of an error. Its message may hold an address, a password or a key. */
export function codeOf(error: unknown): string {
  const { code, cause, name } = (error ?? {}) as { code?: unknown; cause?: unknown; name?: string }
  if (typeof code === 'string' && code) return code
  return cause ? codeOf(cause) : (name ?? 'no response')
}

/** A variable of the environment. Throws NeedsVariable without it. */
export function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new NeedsVariable(name)
  return value
}

/** Calls a function that reads the environment. Its error is a sentence without a secret, and becomes NotChecked. */
export function readSetting<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new NotChecked((error as Error).message)
  }
}

/**
 * Fetches a value once for all questions. `get` is for the question about the value itself, `need` for
 * the others: it throws NotChecked without the value.
 */
export function once<Value>(
  getValue: () => Promise<Value>,
  missing: string,
  /** By error code: the missing setting, in place of `missing`. */
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
