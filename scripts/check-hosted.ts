/**
 * `npm run check:hosted`: checks the hosted site, its project and its mail, with `.env` and from
 * outside. Prints a line for each question: true, false with the remedy, or not checked with the
 * missing setting. Writes nothing and sends no mail. Exits with 1 if a line is false; `-- --json` prints
 * the lines as JSON.
 */
import { listSamples } from '../lib/content/samples'
import { site } from '../lib/content/site'
import { databaseQuestions } from './check-hosted/database'
import { mailQuestions } from './check-hosted/mail'
import { answer, type Line } from './check-hosted/question'
import { siteQuestions } from './check-hosted/site'
import { supabaseQuestions } from './check-hosted/supabase'
import { readEnvFile } from './processes'

/** Questions that no program can check from outside. */
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

/** Tests override these. */
export interface CheckOptions {
  env: NodeJS.ProcessEnv
  siteUrl?: string
  /** An additional certificate to trust. */
  ca?: string
  dnsServers?: string[]
  /** The IANA name of the studio's zone. */
  zone?: string
  samples?: string[]
}

/** Asks all questions, one after the other. */
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
    // The message comes from the parser of the environment and holds no secret.
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
