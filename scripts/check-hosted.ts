/**
 * `npm run check:hosted`: asks, with `.env` and from outside, whether what goes live is in order. A
 * line each: true, false with what to do, or not checked with what is missing. Writes nothing and
 * sends no mail. Exit code 1 when one is false; `-- --json` prints the lines as JSON.
 */
import { listSamples } from '../lib/content/samples'
import { site } from '../lib/content/site'
import { databaseQuestions } from './check-hosted/database'
import { mailQuestions } from './check-hosted/mail'
import { answer, type Line } from './check-hosted/question'
import { siteQuestions } from './check-hosted/site'
import { supabaseQuestions } from './check-hosted/supabase'
import { readEnvFile } from './processes'

/** What nobody can tell from here. */
const never: Line[] = [
  ['Mails are signed (DKIM)', 'its selector is the provider’s: look at the head of a mail that has arrived'],
  [
    'The mail for a forgotten password leads to the site',
    'ask for one at /login/forgotten, and open its link',
  ],
  [
    'Admins can add a code from their phone (TOTP)',
    'Authentication → Multi-Factor: TOTP has to be enabled. Settings in the admin say it when it is not',
  ],
  [
    'A password is changed only by who has signed in within a day',
    'Authentication → Sign In / Providers → Email: “Secure password change” has to be on',
  ],
  ['A backup can be restored', 'try it once: docs/going-live.md, “Backups and restore”'],
].map(([question = '', detail]) => ({ question, answer: null, detail }))

/** What a test sets otherwise. */
export interface CheckOptions {
  env: NodeJS.ProcessEnv
  siteUrl?: string
  /** A certificate to trust besides the usual ones. */
  ca?: string
  dnsServers?: string[]
  /** The zone of the studio, as Node knows it. */
  zone?: string
  samples?: string[]
}

/** Asks everything, one after the other. */
export async function* checkHosted(options: CheckOptions): AsyncGenerator<Line> {
  const { env, siteUrl = site.url, samples = listSamples() } = options
  const database = databaseQuestions(env, options.zone)
  const questions = [
    ...supabaseQuestions(env),
    ...database.questions,
    ...siteQuestions(siteUrl, options.ca),
    ...mailQuestions(env, options.dnsServers),
    {
      question: 'No sample words or pictures are left',
      todo: '"npm run samples" lists them.',
      ask: () => samples.length === 0,
    },
  ]
  try {
    for (const question of questions) yield await answer(question)
  } finally {
    await database.close()
  }
  yield* never
}

const words = new Map<Line['answer'], string>([
  [true, 'true       '],
  [false, 'false      '],
  [null, 'not checked'],
])

async function main() {
  const json = process.argv.includes('--json')
  readEnvFile()
  const lines: Line[] = []
  for await (const line of checkHosted({ env: process.env })) {
    lines.push(line)
    if (!json)
      console.log(`${words.get(line.answer)}  ${line.question}${line.detail ? `: ${line.detail}` : ''}`)
  }
  if (json) console.log(JSON.stringify(lines, null, 2))
  if (lines.some((line) => line.answer === false)) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error: unknown) => {
    // A sentence of the environment's reader, which has no value of a secret in it.
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
