/**
 * `npm run check:hosted`, with the variables in `.env`: prints questions under the steps of docs/going-live.md, each
 * with the answer true, false or not checked, and without a true answer the command or setting to use. Writes nothing
 * and sends no mail. Exits with 1 if an answer is false. `-- --json` prints JSON.
 */
import { listSamples } from '../lib/content/samples'
import { site } from '../lib/content/studio'
import { databaseQuestions } from './check-hosted/database'
import { mailQuestions } from './check-hosted/mail'
import { answer, type Line, type Question } from './check-hosted/question'
import { siteQuestions } from './check-hosted/site'
import { supabaseQuestions } from './check-hosted/supabase'
import { readEnvFile } from './processes'

/** The step of docs/going-live.md that makes the answer true. */
export type StepLine = Line & { step: string }

/** The command sets only `env`; tests set the others. */
export interface CheckOptions {
  env: NodeJS.ProcessEnv
  siteUrl?: string
  /** Trusted in addition to Node's own certificates. */
  ca?: string
  dnsServers?: string[]
  /** An IANA name. */
  zone?: string
  samples?: string[]
}

/** In the order in which somebody going live can make them true. */
export async function* checkHosted(options: CheckOptions): AsyncGenerator<StepLine> {
  const { env, siteUrl = site.url, samples = listSamples() } = options
  const supabase = supabaseQuestions(env)
  const database = databaseQuestions(env, options.zone)
  const steps: Record<string, Question[]> = {
    '1. The database': [...supabase.project, ...database.schema],
    '2. Its keys and the first admin': supabase.keys,
    '3. Mail': mailQuestions(env, options.dnsServers),
    '4. Signing in': supabase.signIn,
    '5. The site': [
      ...siteQuestions(env, siteUrl, options.ca),
      ...database.mail,
      ...supabase.codes,
      {
        question: 'The mail for a forgotten password leads to the site',
        todo: `Ask for one at ${siteUrl}/login/forgotten, and open its link.`,
      },
    ],
    '6. Words and a backup': [
      ...sampleQuestions(samples),
      ...database.words,
      { question: 'A backup can be restored', todo: 'Try it once: docs/going-live.md, “Backups”.' },
    ],
  }
  try {
    for (const [step, questions] of Object.entries(steps))
      for (const question of questions) yield { step, ...(await answer(question)) }
  } finally {
    await database.close()
  }
}

function sampleQuestions(samples: string[]): Question[] {
  const byFile = {
    'lib/content/about.ts': 'No founder is a sample',
    'lib/content/offer.ts': 'No offer has sample terms',
    'lib/content/portfolio.ts': 'No product in the portfolio is a sample',
    '': 'No other words or pictures are samples',
  }
  const files = Object.keys(byFile)
  return Object.entries(byFile).map(([file, question]) => {
    const found = samples.filter((sample) => files.find((start) => sample.startsWith(start)) === file)
    const todo = `Replace it, then delete its line "sample: true": ${found.join('; ')}`
    return { question, todo, ask: () => found.length === 0 }
  })
}

function wordOf({ answer, isByHand }: Line): string {
  if (isByHand) return 'by hand'
  return answer === null ? 'not checked' : String(answer)
}

async function main() {
  const json = process.argv.includes('--json')
  readEnvFile()
  const lines: StepLine[] = []
  for await (const line of checkHosted({ env: process.env })) {
    if (!json && line.step !== lines.at(-1)?.step) console.log(`\n${line.step}`)
    lines.push(line)
    if (!json) console.log(`${wordOf(line).padEnd(13)}${line.question}`)
    if (!json && line.detail) console.log(`${' '.repeat(13)}→ ${line.detail}`)
  }
  const next = lines.find((line) => line.answer !== true && !line.isByHand)
  if (json) console.log(JSON.stringify(lines, null, 2))
  else
    console.log(`\n${next ? `Next: ${next.detail}` : 'Next: try the lines “by hand”. All others are true.'}`)
  if (lines.some((line) => line.answer === false)) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error: unknown) => {
    // Only reading the environment throws here, and the messages of its errors contain no secret.
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
