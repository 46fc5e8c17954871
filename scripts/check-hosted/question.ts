/** The types of the questions and answers of `npm run check:hosted`, and the functions that questions share. */

/** Thrown by a question that cannot be answered yet. The message names the missing thing. */
export class NotChecked extends Error {}

/** Thrown by a question that cannot be answered yet, because .env lacks a variable. */
export class NeedsVariable extends NotChecked {
  constructor(readonly variable: string) {
    super(`needs ${variable}`)
  }
}

/**
 * A question and its answer; `null` means not checked. If the answer is false or null, `detail` names the
 * command or setting that makes it true, and the reason for null.
 */
export interface Line {
  question: string
  answer: boolean | null
  detail?: string
  /** A person must answer this question; the program cannot. */
  isByHand?: true
}

export interface Question {
  /** The statement to check. It is true for a site that is ready. */
  question: string
  /** The command or setting that makes the statement true. */
  todo: string
  /**
   * Returns the answer; a string means false and replaces `todo`. A question without `ask` must be answered by
   * a person.
   */
  ask?: (signal: AbortSignal) => Promise<boolean | string> | boolean
  /** The question is if a server can be reached: an error of `ask` then means false, not null. */
  isConnection?: true
  /** The time limit of `ask` in seconds, by default five. When it ends, the signal of `ask` aborts. */
  within?: number
}

/** Calls `ask` of a question and returns the answer. A question that takes longer than its time limit gets null. */
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

/** The code or name of an error, to print instead of its message, which may contain an address or a secret. */
export function codeOf(error: unknown): string {
  const { code, cause, name } = (error ?? {}) as { code?: unknown; cause?: unknown; name?: string }
  if (typeof code === 'string' && code) return code
  return cause ? codeOf(cause) : (name ?? 'no response')
}

/** The value of an environment variable. Throws NeedsVariable if the variable is missing or empty. */
export function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new NeedsVariable(name)
  return value
}

/** Calls a function that reads the environment, and throws its error as NotChecked. The message has no secret. */
export function readSetting<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new NotChecked((error as Error).message)
  }
}

/**
 * Fetches a value once for several questions. `get` is for the question whether the value can be fetched: it
 * throws the error as it is. `need` is for the other questions: it throws NotChecked.
 */
export function once<Value>(
  getValue: () => Promise<Value>,
  missing: string,
  /** Messages that replace `missing` for errors with these codes. */
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
