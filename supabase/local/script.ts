/** Runs the files of SQL in this checkout, and says in which statement of a file the database found an error. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartError } from './data-folder'

const root = join(import.meta.dirname, '../..')

export interface ScriptRunner {
  /** Runs one or more statements without parameters. */
  exec(sql: string): Promise<unknown>
}

/**
 * Runs a file in the open transaction. `file` is a path in the checkout, such as 'supabase/seed.sql'. After an error it
 * runs the statements one by one, because the database seldom says which of them failed.
 * @throws StartError with the file, the line, the database's error and the first line of the statement
 */
export async function runFile(db: ScriptRunner, file: string): Promise<void> {
  const sql = await readFile(resolve(root, file), 'utf8')
  await db.exec('savepoint file')
  try {
    await db.exec(sql)
  } catch (error) {
    await db.exec('rollback to savepoint file')
    for (const { start, text } of statementsOf(sql))
      await db.exec(text).catch((reason: DatabaseError) => {
        // The database counts characters; JavaScript counts a character outside Unicode's first plane twice.
        const before = [...text].slice(0, Number(reason.position ?? 1) - 1).join('')
        const line = `${sql.slice(0, start)}${before}`.split('\n').length
        const [firstLine] = text.split('\n')
        const lines = [`${file}:${line}: ${reason.message}`, reason.detail, reason.where, `in: ${firstLine}`]
        throw new StartError(lines.filter(Boolean).join('\n'))
      })
    throw error
  }
}

type DatabaseError = Error & { position?: string; detail?: string; where?: string }

const ends: Record<string, string> = { '--': '\n', '/*': '*/', "'": "'", '"': '"' }

/**
 * The statements of a script, with their places in it. A semicolon ends a statement unless it is in a comment, in quotes
 * or in a body between `begin atomic` and `end`. A quote within quotes must be written as two.
 */
function* statementsOf(sql: string) {
  const token = /--|\/\*|['"]|\$\w*\$|;|(?:begin\s+atomic|case|end)\b|\w+|\S/gi
  let start: number | undefined
  let depth = 0
  for (let found = token.exec(sql); found; found = token.exec(sql)) {
    const [word] = found
    const isComment = word === '--' || word === '/*'
    if (!isComment) start ??= found.index
    const end = word.startsWith('$') && word.length > 1 ? word : ends[word]
    if (end) {
      const at = sql.indexOf(end, token.lastIndex)
      token.lastIndex = at < 0 ? sql.length : at + end.length
    } else if (/^(?:begin\s|case$)/i.test(word)) depth++
    else if (/^end$/i.test(word)) depth--
    else if (word === ';' && depth === 0 && start !== undefined) {
      yield { start, text: sql.slice(start, token.lastIndex) }
      start = undefined
    }
  }
  if (start !== undefined) yield { start, text: sql.slice(start) }
}
