/** The question cannot be answered yet. The message names the missing thing. */
export class NotChecked extends Error {}

/** .env lacks a variable. */
export class NeedsVariable extends NotChecked {
  constructor(readonly variable: string) {
    super(`needs ${variable}`)
  }
}

/**
 * `null` means not checked. `detail` names the command or setting that makes the answer true, and the reason for null.
 */
export interface Line {
  question: string
  answer: boolean | null
  detail?: string
  /** A person must answer this question; the program cannot. */
  isByHand?: true
}

export interface Question {
  /** True for a site that is ready. */
  question: string
  todo: string
  /** A string means false and replaces `todo`. Without `ask`, a person must answer. */
  ask?: (signal: AbortSignal) => Promise<boolean | string> | boolean
  /** Then an error of `ask` means false, not null. */
  isConnection?: true
  /** In seconds, by default five; then the signal of `ask` aborts. */
  within?: number
}

/** Null after the time limit. */
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

/** To print instead of the message, which may contain an address or a secret. */
export function codeOf(error: unknown): string {
  const { code, cause, name } = (error ?? {}) as { code?: unknown; cause?: unknown; name?: string }
  if (typeof code === 'string' && code) return code
  return cause ? codeOf(cause) : (name ?? 'no response')
}

/** Throws NeedsVariable if the variable is missing or empty. */
export function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new NeedsVariable(name)
  return value
}

/** Throws the function's error as NotChecked. The message has no secret. */
export function readSetting<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new NotChecked((error as Error).message)
  }
}

/**
 * One value for several questions. `get`, for the question whether it can be fetched, throws the error as it is; `need`
 * throws NotChecked.
 */
export function once<Value>(
  getValue: () => Promise<Value>,
  missing: string,
  /** Replace `missing` for errors with these codes. */
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
